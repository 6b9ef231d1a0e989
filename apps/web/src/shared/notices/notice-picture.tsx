import type { Notice, NoticeKind } from '@octavo/contract/notice.entities';
import {
  ArrowLeftRight,
  ClockAlert,
  FileCheck2,
  KeyRound,
  Megaphone,
  RefreshCw,
  type LucideIcon,
} from 'lucide-react';
import { Avatar } from '../ui/avatar.tsx';
import { Tile } from '../ui/tile.tsx';

/** Notices of the system have an icon; notices about a user's action show the user's avatar. */
const pictures: Partial<Record<NoticeKind, { icon: LucideIcon; colorIndex: number }>> = {
  tokenEnding: { icon: KeyRound, colorIndex: 3 },
  purgeTomorrow: { icon: ClockAlert, colorIndex: 3 },
  directorySync: { icon: RefreshCw, colorIndex: 3 },
  importDone: { icon: FileCheck2, colorIndex: 2 },
  itemTransferred: { icon: ArrowLeftRight, colorIndex: 7 },
  teamTransferred: { icon: ArrowLeftRight, colorIndex: 7 },
  announcement: { icon: Megaphone, colorIndex: 0 },
};

export function NoticePicture({ notice: { kind, from_name, from_username } }: { notice: Notice }) {
  const picture = pictures[kind];
  if (!picture) return <Avatar username={from_username || from_name} />;
  const Icon = picture.icon;
  return (
    <Tile id={picture.colorIndex}>
      <Icon />
    </Tile>
  );
}
