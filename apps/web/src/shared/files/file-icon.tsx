import {
  File,
  FileArchive,
  FileJson,
  FileMusic,
  FilePlay,
  FileSpreadsheet,
  FileText,
  Image,
} from 'lucide-react';
import type { ComponentType } from 'react';
import { Tile } from '../ui/tile.tsx';
import { fileFamily, type FileFamily } from './file-type.ts';

/** The icon and the tile colour of each file family. */
const FAMILY_ICONS: Readonly<Record<FileFamily, readonly [ComponentType, number]>> = {
  image: [Image, 6],
  text: [FileText, 5],
  archive: [FileArchive, 3],
  sheet: [FileSpreadsheet, 2],
  data: [FileJson, 0],
  sound: [FileMusic, 1],
  film: [FilePlay, 4],
  file: [File, 7],
};

export function FileIcon({ file }: { file: { file_type: string; display_name: string } }) {
  const [Icon, colour] = FAMILY_ICONS[fileFamily(file)];
  return (
    <Tile id={colour}>
      <Icon />
    </Tile>
  );
}
