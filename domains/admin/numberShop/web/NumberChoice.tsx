import "@mantine/core/styles/Radio.layer.css";
import { Radio, Stack, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { ReactNode } from "react";
import { formatPhone } from "#core/phone.ts";
import { useCall } from "#core/web/call/useCall.ts";
import type { NumberForSale } from "#domains/admin/clients/contract.ts";
import { numberShop } from "../contract.ts";
import { numberShopTexts as texts } from "./texts.ts";

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
export function NumberChoice({ areaCode, number, error, onChoose }: Props) {
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
