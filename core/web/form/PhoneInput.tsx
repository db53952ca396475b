import { TextInput, type TextInputProps } from "@mantine/core";
import { formatPhone, maskPhone } from "#core/phone.ts";

interface Props extends Omit<TextInputProps, "value" | "onChange"> {
  value?: string;
  onChange?: (value: string) => void;
}

/** An input for a US phone number, masked as (000)000-0000. Takes `form.getInputProps("phone")`. */
export function PhoneInput({ value = "", onChange, ...rest }: Props) {
  // Stored numbers look like +19095550123.
  const shown = value.startsWith("+") ? maskPhone(formatPhone(value)) : value;
  return (
    <TextInput
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      placeholder="(000)000-0000"
      {...rest}
      value={shown}
      onChange={(event) => onChange?.(maskPhone(event.currentTarget.value))}
    />
  );
}
