import { Badge, Loader, NativeSelect, Paper, Text, TextInput, Title, UnstyledButton } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { nounCount } from "#core/count.ts";
import { formatPhone } from "#core/phone.ts";
import { useCallEnvelope } from "#core/web/call/useCall.ts";
import { toastFailure, useSend } from "#core/web/call/useSend.ts";
import { confirm } from "#core/web/dialog/confirm.tsx";
import { toast } from "#core/web/feedback/toast.tsx";
import {
  type Client,
  clients,
  minSearchDigits,
  type NumberForSale,
  type RequestedNumber,
  searchDigits,
} from "../contract.ts";
import classes from "./NumberSearch.module.css";

interface Props {
  client: Client;
  /** The location that gets the number; empty when none can. */
  location: string;
  /** The tracking numbers that its locations have asked for. */
  requests: readonly RequestedNumber[];
  isBuying: boolean;
}

/** Searches numbers by area code and buys the selected one. */
export function NumberSearch({ client, location, requests, isBuying }: Props) {
  const navigate = useNavigate();
  const [wanted, setWanted] = useState("");
  // A request that was answered or canceled meanwhile gives way to the next.
  const request = requests.find(({ id }) => String(id) === wanted) ?? (location === "" ? requests[0] : undefined);
  const [typed, setInput] = useState<string>();
  const input = typed ?? request?.area_code ?? "";
  const choose = (id: string) => {
    setWanted(id);
    setInput(undefined);
  };
  const [debounced] = useDebouncedValue(input, 250);
  const enabled = searchDigits(debounced).length >= minSearchDigits;
  const search = useCallEnvelope(
    clients.searchNumbers,
    { body: { input: debounced, dealer_id: client.id } },
    { enabled },
  );
  const { data: answer, error } = search;
  const buy = useSend(clients.buyNumber, {
    invalidates: [clients.table, clients.one, clients.searchNumbers],
    onSuccess: () => navigate("/admin/clients"),
  });

  useEffect(() => {
    if (error) toastFailure(error);
    else if (answer && answer.status !== "success") toast.show(answer.status, answer.message);
  }, [error, answer]);

  const select = async ({ number, price }: NumberForSale) => {
    const costs = price ? `It costs $${price} a month, starting today.` : "The carrier didn't give a price.";
    const use = request ? `${request.location}, as its tracking number for ${request.source}` : location;
    const text = `${formatPhone(number)} will be bought for ${client.company}, ${use}. ${costs}`;
    const confirmed = await confirm({ title: "Buy this number?", text, action: "Buy number" });
    if (confirmed)
      buy.mutate({ body: { selectedNumber: number, dealerId: client.id, tracking_number_id: request?.id } });
  };

  return (
    <Paper component="section" withBorder p="lg" aria-label="Phone number for SMS">
      <Title order={2} fz="lg" mb="xs">
        Phone number for SMS
      </Title>
      {client.phone_no && <Text mb="sm">Texts with {formatPhone(client.phone_no)}</Text>}
      {location === "" && !request ? (
        <Text c="dimmed">{noNumberText(client, isBuying)}</Text>
      ) : (
        <>
          {requests.length > 0 && (
            <NativeSelect
              label="Number for"
              mb="sm"
              value={request ? String(request.id) : ""}
              onChange={(event) => choose(event.currentTarget.value)}
              data={[
                ...(location === "" ? [] : [{ value: "", label: `${location}: texts and calls` }]),
                ...requests.map(({ id, location, source }) => ({
                  value: String(id),
                  label: `${location}: tracking number for ${source}`,
                })),
              ]}
            />
          )}
          <TextInput
            label="Area code"
            description={`The number goes to ${request?.location ?? location}`}
            placeholder="e.g. 909"
            inputMode="numeric"
            autoComplete="off"
            maxLength={14}
            disabled={buy.isPending}
            value={input}
            onChange={(event) => setInput(event.currentTarget.value)}
            rightSection={search.isFetching ? <Loader size={16} role="status" aria-label="Searching" /> : undefined}
          />
          <NumbersForSale
            numbers={enabled && searchDigits(input).length >= minSearchDigits ? answer?.data : undefined}
            failure={error?.message}
            disabled={buy.isPending}
            onSelect={select}
          />
        </>
      )}
    </Paper>
  );
}

function noNumberText({ total_locations }: Client, isBuying: boolean): string {
  if (isBuying) return "A number is being bought. The result will appear here.";
  return total_locations === 0 ? "This client has no location yet." : "Every location has a number.";
}

interface NumbersForSaleProps {
  /** Undefined before the first search. */
  numbers: readonly NumberForSale[] | undefined;
  failure: string | undefined;
  disabled: boolean;
  onSelect: (number: NumberForSale) => void;
}

const abilities = [
  ["sms", "SMS"],
  ["mms", "MMS"],
  ["voice", "Voice"],
] as const;

/** The search results with price and abilities; selecting one buys it. */
function NumbersForSale({ numbers, failure, disabled, onSelect }: NumbersForSaleProps) {
  const status = failure ?? statusText(numbers);
  return (
    <div className={classes.found}>
      <Text size="sm" c="dimmed" role="status">
        {status}
      </Text>
      <ul className={classes.numbers}>
        {!failure &&
          numbers?.map((one) => (
            <li key={one.number}>
              <UnstyledButton className={classes.number} disabled={disabled} onClick={() => onSelect(one)}>
                <span className={classes.line}>
                  <Text component="span" fw={600}>
                    {formatPhone(one.number)}
                  </Text>
                  <Text component="span" size="sm">
                    {one.price ? `$${one.price} a month` : "Price unavailable"}
                  </Text>
                </span>
                <span className={classes.line}>
                  <Text component="span" size="sm" c="dimmed">
                    {[one.city, one.state].filter(Boolean).join(", ")}
                  </Text>
                  <span className={classes.abilities}>
                    {abilities.map(([key, label]) => one[key] && <Badge key={key}>{label}</Badge>)}
                  </span>
                </span>
              </UnstyledButton>
            </li>
          ))}
      </ul>
    </div>
  );
}

function statusText(numbers: NumbersForSaleProps["numbers"]): string {
  if (!numbers) return "Enter at least 3 digits to see numbers.";
  if (numbers.length === 0) return "No numbers available for these digits. Try another area code.";
  return `${nounCount(numbers.length, "number")}. Select one to buy it.`;
}
