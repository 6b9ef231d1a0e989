export interface SettingTables {
  /** The site settings that were saved, and a few values of the program itself. */
  setting: {
    name: string;
    value: unknown;
  };
}
