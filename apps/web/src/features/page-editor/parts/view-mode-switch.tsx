import { Columns2, Eye, Pencil, Type } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { readSetting, writeSetting } from '../../../shared/device/storage.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Segmented } from '../../../shared/ui/segmented.tsx';

const VIEW_MODES = ['write', 'split', 'live', 'read'] as const;

export type ViewMode = (typeof VIEW_MODES)[number];

/** Drawing a longer text in place would delay the keystrokes. */
export const LIVE_LIMIT = 200_000;

const icons = { write: Pencil, split: Columns2, live: Type, read: Eye } as const;

/** The view mode of a user, stored on this device. */
export function useViewMode(uid: number): [ViewMode, (mode: ViewMode) => void] {
  const key = `editor-view.${uid}`;
  const [mode, setMode] = useState(() => {
    const stored = readSetting(key);
    return VIEW_MODES.find((one) => one === stored) ?? 'split';
  });
  return [
    mode,
    (next) => {
      setMode(next);
      writeSetting(key, next);
    },
  ];
}

interface ViewModeOptions {
  value: ViewMode;
  /** The screen has no room for two panes. */
  isNarrow: boolean;
  /** The text is too long for Live. */
  isTooLong: boolean;
  onValue: (mode: ViewMode) => void;
}

/** Ctrl+\ or Cmd+\ switches to the next view mode that is available. */
export function useViewModeShortcut({ value, isNarrow, isTooLong, onValue }: ViewModeOptions) {
  const onNext = useEffectEvent(() => {
    const modes = VIEW_MODES.filter(
      (mode) => !(isNarrow && mode === 'split') && !(isTooLong && mode === 'live'),
    );
    onValue(modes[(modes.indexOf(value) + 1) % modes.length] ?? 'write');
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key !== '\\') return;
      event.preventDefault();
      onNext();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}

export function ViewModeSwitch({ value, isNarrow, isTooLong, onValue }: ViewModeOptions) {
  const { t } = useText();
  const modes = isNarrow ? VIEW_MODES.filter((mode) => mode !== 'split') : VIEW_MODES;
  return (
    <>
      <Segmented
        label={t('editor.view')}
        value={value}
        onValue={onValue}
        options={modes.map((mode) => {
          const Icon = icons[mode];
          return {
            value: mode,
            disabledReason:
              mode === 'live' && isTooLong
                ? t('editor.liveTooLong', { limit: LIVE_LIMIT })
                : undefined,
            label: (
              <>
                {!isNarrow && <Icon />}
                {t(`editor.${mode}`)}
              </>
            ),
          };
        })}
      />
      <ViewModeAnnouncement mode={value} />
    </>
  );
}

/** The shortcut leaves the focus in the text, so screen readers have to be informed. */
function ViewModeAnnouncement({ mode }: { mode: ViewMode }) {
  const { t } = useText();
  const [initial] = useState(mode);
  const [isChanged, setChanged] = useState(false);
  if (mode !== initial && !isChanged) setChanged(true);
  return (
    <output className="visually-hidden">
      {isChanged && t('editor.viewIs', { view: t(`editor.${mode}`) })}
    </output>
  );
}
