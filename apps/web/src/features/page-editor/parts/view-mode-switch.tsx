import { Columns2, Eye, Pencil } from 'lucide-react';
import { useEffect } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Segmented } from '../../../shared/ui/segmented.tsx';

export type ViewMode = 'write' | 'split' | 'preview';

const icons = { write: Pencil, split: Columns2, preview: Eye } as const;

interface ViewModeSwitchProps {
  value: ViewMode;
  /** The screen has no room for two panes. */
  isNarrow: boolean;
  onValue: (mode: ViewMode) => void;
}

const VIEW_MODES: readonly ViewMode[] = ['write', 'split', 'preview'];

/** Ctrl+\ or Cmd+\ switches to the next view mode. */
export function useViewModeShortcut(onNext: (next: (mode: ViewMode) => ViewMode) => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key !== '\\') return;
      event.preventDefault();
      onNext((mode) => VIEW_MODES[(VIEW_MODES.indexOf(mode) + 1) % VIEW_MODES.length] ?? 'write');
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [onNext]);
}

export function ViewModeSwitch({ value, isNarrow, onValue }: ViewModeSwitchProps) {
  const { t } = useText();
  const modes = isNarrow ? VIEW_MODES.filter((mode) => mode !== 'split') : VIEW_MODES;
  return (
    <Segmented
      label={t('editor.view')}
      value={value}
      onValue={onValue}
      options={modes.map((mode) => {
        const Icon = icons[mode];
        return {
          value: mode,
          label: (
            <>
              {!isNarrow && <Icon />}
              {t(`editor.${mode}`)}
            </>
          ),
        };
      })}
    />
  );
}
