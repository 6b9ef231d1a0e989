/** What can stand over the page; each is loaded when it is wanted. */
export type LayerName = 'share' | 'history' | 'info' | 'delete' | 'palette' | 'shortcuts';
