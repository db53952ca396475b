import "@mantine/core/styles/Radio.layer.css";
import { Radio, Stack, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { type ReactNode, useId } from "react";
import { formatPhone } from "#core/phone.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { confirm } from "#core/web/dialog/confirm.tsx";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { PhoneInput } from "#core/web/form/PhoneInput.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useFilledForm } from "#core/web/form/useFilledForm.ts";
import type { NumberForSale } from "#domains/admin/clients/contract.ts";
import { callSettings } from "#domains/locations/callSettings/contract.ts";
import { numberShop } from "../contract.ts";
import { numberShopTexts as texts } from "./texts.ts";

export interface BuyNumberDialogProps {
  opened: boolean;
  onClose: () => void;
  /** How many the business may still buy. */
  left: number;
}

const empty = { source: "", area_code: "", forward_to: "", number: "", price: "" };

/** Buys a tracking number at once, after showing what it costs. */
export function BuyNumberDialog({ opened, onClose, left }: BuyNumberDialogProps) {
  const sources = useCall(callSettings.sources, {}, { enabled: opened }).data ?? [];
  const buy = useCallForm(numberShop.buy, {
    initialValues: empty,
    invalidates: [callSettings.numbers, callSettings.sources, numberShop.terms, numberShop.search],
    onSuccess: onClose,
  });
  const { form } = buy;
  useFilledForm(form, opened, empty);

  const { number, price, area_code } = form.values;
  /** Asks with the price before anything is bought; what isn't filled in is said without a question. */
  const submit: typeof buy.submit = (event) => {
    event?.preventDefault();
    if (form.validate().hasErrors) return buy.submit();
    const text = texts.costs(formatPhone(number), price);
    void confirm({ title: texts.question, text, action: texts.buy }).then((isSure) => isSure && buy.submit());
  };
  const suggestions = useId();
  return (
    <FormDialog opened={opened} onClose={onClose} title={texts.title} action={texts.buy} form={{ ...buy, submit }}>
      <TextInput
        label={texts.source}
        description={texts.sourceHint}
        withAsterisk
        data-autofocus
        autoComplete="off"
        list={suggestions}
        maxLength={40}
        {...form.getInputProps("source")}
      />
      <datalist id={suggestions}>
        {sources.map((source) => (
          <option key={source} value={source} />
        ))}
      </datalist>
      <PhoneInput label={texts.forwardTo} description={texts.forwardToHint} {...form.getInputProps("forward_to")} />
      <TextInput
        label={texts.areaCode}
        withAsterisk
        inputMode="numeric"
        autoComplete="off"
        maxLength={3}
        {...form.getInputProps("area_code")}
        onChange={({ currentTarget }) => form.setValues({ area_code: currentTarget.value, number: "", price: "" })}
      />
      <NumberChoice
        areaCode={area_code}
        number={number}
        error={form.errors.number}
        onChoose={(chosen) => {
          form.clearFieldError("number");
          form.setValues({ number: chosen.number, price: chosen.price });
        }}
      />
      <Text size="sm" c="dimmed">
        {texts.left(left)}
      </Text>
    </FormDialog>
  );
}

/** Enough to choose from, and the button stays in view. */
const shownNumbers = 6;

interface Props {
  areaCode: string;
  /** The chosen one, E.164; empty for none. */
  number: string;
  error: ReactNode;
  onChoose: (number: NumberForSale) => void;
}

/** The numbers for sale in an area code, with city and price, to choose one. */
function NumberChoice({ areaCode, number, error, onChoose }: Props) {
  const [wanted] = useDebouncedValue(areaCode, 250);
  const enabled = /^[2-9]\d\d$/.test(wanted) && wanted === areaCode;
  const search = useCall(numberShop.search, { body: { area_code: wanted } }, { enabled });
  if (!enabled)
    return error ? (
      <Text size="sm" c="red">
        {error}
      </Text>
    ) : null;
  const status = search.error?.message ?? (search.data ? search.data.length === 0 && texts.none : texts.searching);
  return (
    <Radio.Group
      label={texts.numbers}
      withAsterisk
      value={number}
      error={error}
      onChange={(value) => {
        const chosen = search.data?.find((one) => one.number === value);
        if (chosen) onChoose(chosen);
      }}
    >
      <Text size="sm" c="dimmed" role="status">
        {status}
      </Text>
      <Stack gap="xs" py="xs">
        {search.data?.slice(0, shownNumbers).map((one) => (
          <Radio
            key={one.number}
            value={one.number}
            label={formatPhone(one.number)}
            description={[[one.city, one.state].filter(Boolean).join(", "), texts.price(one.price)]
              .filter(Boolean)
              .join(" · ")}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
