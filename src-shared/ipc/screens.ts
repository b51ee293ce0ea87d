/** The screens of the window, by which links and the menu of the system name them. */
export const screenIds = ['prepare', 'library', 'catalog', 'cart', 'orders', 'queue', 'settings'] as const;
export type ScreenId = (typeof screenIds)[number];
