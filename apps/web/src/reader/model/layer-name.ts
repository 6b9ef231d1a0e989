/** The overlays of a page; each is loaded when it is opened. */
export type LayerName = 'share' | 'history' | 'info' | 'delete' | 'palette' | 'shortcuts';
