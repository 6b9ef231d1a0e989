import { Columns2, Eye, Pencil } from 'lucide-react';
import { useEffect } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Segmented } from '../../../shared/ui/segmented.tsx';

export type ViewMode = 'write' | 'split' | 'preview';

const icons = { write: Pencil, split: Columns2, preview: Eye } as const;

interface ViewChoiceProps {
  value: ViewMode;
  /** The screen has no room for two panes. */
  isNarrow: boolean;
  onValue: (mode: ViewMode) => void;
}

const ORDER: readonly ViewMode[] = ['write', 'split', 'preview'];

/** Ctrl+\ or Cmd+\ switches to the next view mode. */
export function useViewKey(onNext: (next: (mode: ViewMode) => ViewMode) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key !== '\\') return;
      event.preventDefault();
      onNext((mode) => ORDER[(ORDER.indexOf(mode) + 1) % ORDER.length] ?? 'write');
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [onNext]);
}

export function ViewChoice({ value, isNarrow, onValue }: ViewChoiceProps) {
  const { t } = useText();
  const modes = isNarrow ? ORDER.filter((mode) => mode !== 'split') : ORDER;
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
