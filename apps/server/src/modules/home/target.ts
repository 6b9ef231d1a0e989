/** A page, or an item if there is no `page_id`. */
export interface Target {
  readonly item_id?: number | undefined;
  readonly page_id?: number | undefined;
}
