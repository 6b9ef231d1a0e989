export interface PictureTables {
  file_variant: {
    file_id: number;
    width: number;
    store: string;
    object_key: string;
    file_size: number;
  };
}
