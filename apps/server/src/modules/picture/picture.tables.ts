export interface PictureTables {
  /** Smaller copies of a picture. */
  file_variant: {
    file_id: number;
    /** In pixels. */
    width: number;
    /** The name of the store: `local` or `s3`. */
    store: string;
    /** The SHA-256 of the bytes. */
    object_key: string;
    /** In bytes. */
    file_size: number;
  };
}
