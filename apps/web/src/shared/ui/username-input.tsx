import { MAX_USERNAME_LENGTH } from '@octavo/contract/limits';
import { TextInput } from './text-input.tsx';

interface UsernameInputProps {
  name: string;
  value: string;
  onText: (text: string) => void;
  required?: boolean;
}

/** A field for another user's username: autocomplete, autocorrect and capitalization are off. */
export function UsernameInput(props: UsernameInputProps) {
  return (
    <TextInput
      {...props}
      maxLength={MAX_USERNAME_LENGTH}
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
    />
  );
}
