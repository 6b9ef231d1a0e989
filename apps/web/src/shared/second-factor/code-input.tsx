import type { Ref } from 'react';
import { TextInput } from '../ui/text-input.tsx';

interface CodeInputProps {
  ref?: Ref<HTMLInputElement>;
  large?: boolean;
  value: string;
  onText: (text: string) => void;
}

/** The input for a code of an authenticator app or a recovery code. */
export function CodeInput(props: CodeInputProps) {
  return (
    <TextInput
      {...props}
      name="factor_code"
      autoComplete="one-time-code"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      required
    />
  );
}
