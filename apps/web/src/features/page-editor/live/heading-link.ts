import { shortHash } from '../../../shared/markdown/heading-hash.ts';
import { createRenderer } from '../preview/renderer.ts';

/** The hash of the heading on a line, counted from 0. Its id depends on the headings before it. */
export async function headingLink(text: string, line: number): Promise<string> {
  const html = await new Promise<string>((resolve) => {
    const renderer = createRenderer(
      (rendered) => {
        resolve(rendered);
        // The renderer must not be closed inside of its callback.
        setTimeout(renderer.close);
      },
      () => resolve(''),
    );
    renderer.render(text);
  });
  const page = new DOMParser().parseFromString(html, 'text/html');
  const heading = page.querySelector(`:is(h1, h2, h3, h4, h5, h6)[data-line="${line}"]`);
  return heading?.id ? shortHash(`#${heading.id}`) : '';
}
