// The icons of the tools.
import {
  IconArrowsJoin,
  IconArrowsSplit,
  IconBook2,
  IconCamera,
  IconFileCode,
  IconFileTypeDoc,
  IconFileTypePpt,
  IconFileTypeXls,
  IconFiles,
  IconFileText,
  IconListNumbers,
  IconLock,
  IconLockOpen,
  IconPhoto,
  IconArrowsMinimize,
  IconRotateClockwise,
  IconDroplet,
  IconTextScan2,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { ToolIcon as Name } from '../api/types.ts';

const icons: Record<Name, ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>> = {
  word: IconFileTypeDoc,
  sheet: IconFileTypeXls,
  slides: IconFileTypePpt,
  office: IconFileText,
  image: IconPhoto,
  photo: IconCamera,
  book: IconBook2,
  script: IconFileCode,
  merge: IconArrowsJoin,
  split: IconArrowsSplit,
  pages: IconFiles,
  smaller: IconArrowsMinimize,
  rotate: IconRotateClockwise,
  lock: IconLock,
  unlock: IconLockOpen,
  watermark: IconDroplet,
  numbers: IconListNumbers,
  scan: IconTextScan2,
};

export function ToolIcon({ name, size = 22 }: { name: Name; size?: number }) {
  const Icon = icons[name];
  return <Icon size={size} stroke={1.6} aria-hidden />;
}
