import { INLINE_IMAGE_TYPES } from '@octavo/contract/served-types';
import { Image, Paperclip } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { IconButton } from '../../../shared/ui/icon-button.tsx';

export const PICTURE_TYPES = [...INLINE_IMAGE_TYPES.keys()].join();

/** Buttons that insert images and files into the text, also on a page that has not been saved yet. */
export function FileButtons({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const { t } = useText();
  return (
    <>
      <FileButton label={t('attachment.insertImage')} accept={PICTURE_TYPES} onFiles={onFiles}>
        <Image />
      </FileButton>
      <FileButton label={t('attachment.attachFile')} onFiles={onFiles}>
        <Paperclip />
      </FileButton>
    </>
  );
}

function FileButton(props: {
  label: string;
  accept?: string;
  onFiles: (files: readonly File[]) => void;
  children: ReactNode;
}) {
  const { label, accept, onFiles, children } = props;
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton label={label} onClick={() => chooser.current?.click()}>
        {children}
      </IconButton>
      <input
        ref={chooser}
        type="file"
        accept={accept}
        multiple
        hidden
        onChange={({ target }) => {
          onFiles(Array.from(target.files ?? []));
          // Reset the input, so that the same file can be chosen again after a failed upload.
          target.value = '';
        }}
      />
    </>
  );
}
