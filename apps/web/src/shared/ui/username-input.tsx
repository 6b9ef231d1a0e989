import { TextInput } from './text-input.tsx';

interface UsernameInputProps {
  name: string;
  value: string;
  onText: (text: string) => void;
  required?: boolean;
}

/** The name of somebody else: nothing that a browser should know, correct or begin with a capital. */
export function UsernameInput(props: UsernameInputProps) {
  return (
    <TextInput
      {...props}
      maxLength={64}
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
    />
  );
}
