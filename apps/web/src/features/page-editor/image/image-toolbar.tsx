import { MAX_IMAGE_WIDTH, type ImageWidth } from '@octavo/markdown/image-width';
import { Download, Replace, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState, type CSSProperties, type KeyboardEvent } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { IconButton, iconButtonProps } from '../../../shared/ui/icon-button.tsx';
import { Segmented } from '../../../shared/ui/segmented.tsx';
import { TextInput } from '../../../shared/ui/text-input.tsx';
import { PICTURE_TYPES } from '../attachments/file-buttons.tsx';
import type { ImageChange } from '../source/images.ts';
import styles from './image-toolbar.module.css';

interface ToolbarImage {
  readonly url: string;
  readonly alt: string;
  readonly caption: string;
  readonly width: ImageWidth | undefined;
  /** The width on the screen, in pixels. */
  readonly shownWidth: number;
}

interface ImageToolbarProps {
  image: ToolbarImage;
  /** Absent if the image can only be changed in the source, or not at all. */
  edit: ImageEdits | undefined;
  /** Where the toolbar is; a sheet at the bottom of the screen if absent. */
  place: CSSProperties | undefined;
  onClose: () => void;
}

interface ImageEdits {
  /** `isTyping` joins the change with the previous keystrokes to one step of undo. */
  readonly change: (change: ImageChange, isTyping?: boolean) => void;
  readonly replace: (file: File) => Promise<void>;
  readonly remove: () => void;
}

const PERCENTAGES: readonly string[] = ['25', '50', '75', '100'];

/** Edits one image: its width, its file, its caption and its alternative text. */
export function ImageToolbar({ image, edit, place, onClose }: ImageToolbarProps) {
  const { t } = useText();
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    bar.current?.querySelector<HTMLElement>('input, a')?.focus({ preventScroll: true });
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    event.stopPropagation();
    onClose();
  };
  return (
    // The keys of its controls bubble to it; it has no action of its own.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={bar}
      className={place ? styles.bar : `${styles.bar} ${styles.sheet}`}
      style={place}
      // A fieldset has a legend and a layout of its own.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="group"
      aria-label={t('editor.image')}
      onKeyDown={onKeyDown}
    >
      <div className={styles.row}>
        {edit && <WidthControls image={image} onWidth={(width) => edit.change({ width })} />}
        <div className={styles.end}>
          {edit && <ReplaceButton onFile={edit.replace} />}
          <a {...iconButtonProps({ label: t('editor.imageDownload') })} href={image.url} download>
            <Download />
          </a>
          {edit && (
            <IconButton label={t('editor.imageRemove')} danger onClick={edit.remove}>
              <Trash2 />
            </IconButton>
          )}
        </div>
      </div>
      {edit ? (
        <div className={styles.fields}>
          <Field label={t('editor.imageCaption')} optional>
            <Words
              words={image.caption}
              onWords={(caption, isTyping) => edit.change({ caption }, isTyping)}
            />
          </Field>
          <Field
            label={t('editor.imageAlt')}
            help={
              image.alt === '' && (
                <span className={styles.missing}>{t('editor.imageDescribe')}</span>
              )
            }
          >
            <Words words={image.alt} onWords={(alt, isTyping) => edit.change({ alt }, isTyping)} />
          </Field>
        </div>
      ) : (
        <p className={styles.note}>{t('editor.imageSourceOnly')}</p>
      )}
    </div>
  );
}

interface WidthControlsProps {
  image: ToolbarImage;
  onWidth: (width: ImageWidth) => void;
}

function WidthControls({ image, onWidth }: WidthControlsProps) {
  const { t } = useText();
  const { width, shownWidth } = image;
  const shown = String(Math.round(shownWidth));
  // While the field has the focus, the width on the screen does not replace its text.
  const [typed, setTyped] = useState<string>();
  const [initial, setInitial] = useState<string>();
  const value = Number(typed);
  const isInvalid =
    typed !== undefined && !(Number.isInteger(value) && value >= 1 && value <= MAX_IMAGE_WIDTH);
  const commit = () => {
    if (typed !== undefined && typed !== initial && !isInvalid) onWidth({ value, unit: 'px' });
    setTyped(undefined);
    setInitial(undefined);
  };
  return (
    <>
      <Segmented
        label={t('editor.imageWidth')}
        options={PERCENTAGES.map((percent) => ({ value: percent, label: `${percent} %` }))}
        value={width?.unit === '%' ? String(width.value) : ''}
        onValue={(percent) => onWidth({ value: Number(percent), unit: '%' })}
      />
      <span className={styles.pixels}>
        <TextInput
          aria-label={t('editor.imagePixels')}
          aria-invalid={isInvalid || undefined}
          inputMode="numeric"
          value={typed ?? shown}
          onText={setTyped}
          onFocus={({ currentTarget }) => {
            setTyped(shown);
            setInitial(shown);
            currentTarget.select();
          }}
          onBlur={commit}
          onKeyDown={({ key }) => key === 'Enter' && commit()}
          trailing={<span className={styles.unit}>px</span>}
        />
      </span>
    </>
  );
}

function ReplaceButton({ onFile }: { onFile: (file: File) => Promise<void> }) {
  const { t } = useText();
  const chooser = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        icon={<Replace />}
        loading={isBusy}
        onClick={() => chooser.current?.click()}
      >
        {t('editor.replace')}
      </Button>
      <input
        ref={chooser}
        type="file"
        accept={PICTURE_TYPES}
        hidden
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = '';
          if (!file) return;
          setBusy(true);
          void onFile(file).finally(() => setBusy(false));
        }}
      />
    </>
  );
}

interface WordsProps {
  words: string;
  onWords: (words: string, isTyping: boolean) => void;
}

/** A field whose text is written to the source while it is typed, as one step of undo until it loses the focus. */
function Words({ words, onWords }: WordsProps) {
  const [typed, setTyped] = useState<string>();
  const isTyping = useRef(false);
  const isComposing = useRef(false);
  const write = (text: string) => {
    onWords(text, isTyping.current);
    isTyping.current = true;
  };
  return (
    <TextInput
      value={typed ?? words}
      onText={(text) => {
        setTyped(text);
        if (!isComposing.current) write(text);
      }}
      // The letters of an unfinished composition are not written.
      onCompositionStart={() => (isComposing.current = true)}
      onCompositionEnd={({ currentTarget }) => {
        isComposing.current = false;
        write(currentTarget.value);
      }}
      onBlur={() => {
        setTyped(undefined);
        isTyping.current = false;
      }}
    />
  );
}
