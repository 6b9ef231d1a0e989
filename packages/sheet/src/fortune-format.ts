/** The part of FortuneSheet's data format that is read and written here. */

import type { Attributes, Row } from './workbook.ts';

export interface FortuneCell {
  v?: string | number | boolean;
  m?: string | number;
  f?: string;
  mc?: { r: number; c: number; rs?: number; cs?: number };
  ct?: { fa?: string; t?: string; s?: unknown };
  /** '2': the text wraps. */
  tb?: string;
  /** Stored attributes that FortuneSheet does not know; it keeps them with the cell. */
  kept?: Attributes;
}

export type FortuneRow = readonly (FortuneCell | null)[];

export interface FortuneConfig {
  merge?: Record<string, { r: number; c: number; rs: number; cs: number }>;
  rowlen?: Record<string, number>;
  columnlen?: Record<string, number>;
  rowhidden?: Record<string, number>;
  colhidden?: Record<string, number>;
}

export interface FortuneSheet {
  name: string;
  id?: string;
  order?: number;
  status?: number;
  row?: number;
  column?: number;
  celldata?: { r: number; c: number; v: FortuneCell | null }[];
  data?: readonly FortuneRow[];
  config?: FortuneConfig;
  frozen?: {
    type: 'row' | 'column' | 'both' | 'rangeRow' | 'rangeColumn' | 'rangeBoth';
    range?: { row_focus: number; column_focus: number };
  };
  /** The selected range. Without its focused cell, FortuneSheet fails when a cell is edited by keyboard. */
  luckysheet_select_save?: readonly {
    row: [number, number];
    column: [number, number];
    row_focus: number;
    column_focus: number;
  }[];
  /** Stored attributes of the sheet and its rows that FortuneSheet does not use. */
  kept?: { attributes: Attributes; rows: Readonly<Record<string, Row['attributes']>> };
}

/** FortuneSheet's sheet fields that are stored and restored unchanged. */
export const FORTUNE_SHEET_FIELDS = [
  'color',
  'hide',
  'filter',
  'filter_select',
  'images',
  'dataVerification',
  'hyperlink',
  'luckysheet_conditionformat_save',
  'luckysheet_alternateformat_save',
  'showGridLines',
  'zoomRatio',
] as const;

export const FORTUNE_CONFIG_FIELDS = [
  'borderInfo',
  'authority',
  'customHeight',
  'customWidth',
] as const;
