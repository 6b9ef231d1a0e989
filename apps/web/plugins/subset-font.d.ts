/** The package ships no types; this declares the part of its API that is used here. */
declare module 'subset-font' {
  interface Options {
    readonly targetFormat: 'woff2';
    readonly variationAxes?: Readonly<
      Record<string, { readonly min: number; readonly max: number }>
    >;
    /** Omits glyphs that are only reachable through substitutions. */
    readonly noLayoutClosure?: boolean;
  }
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
}
