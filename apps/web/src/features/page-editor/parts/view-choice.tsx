import { Columns2, Eye, Pencil } from 'lucide-react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Segmented } from '../../../shared/ui/segmented.tsx';

export type ViewMode = 'write' | 'split' | 'preview';

const icons = { write: Pencil, split: Columns2, preview: Eye } as const;

interface ViewChoiceProps {
  value: ViewMode;
  /** No room for two panes. */
  isNarrow: boolean;
  onValue: (mode: ViewMode) => void;
}

export function ViewChoice({ value, isNarrow, onValue }: ViewChoiceProps) {
  const { t } = useText();
  const modes: readonly ViewMode[] = isNarrow
    ? ['write', 'preview']
    : ['write', 'split', 'preview'];
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
