/** The overlays of a page; each is loaded when it is opened. */
export type OverlayName = 'share' | 'history' | 'info' | 'delete' | 'palette' | 'shortcuts';
