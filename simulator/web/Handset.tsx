import { Button, Group, NativeSelect, Text, Textarea, Title } from "@mantine/core";
import { IconArrowLeft, IconPhone, IconSend } from "@tabler/icons-react";
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { formatPhone } from "#core/phone.ts";
import type { SimulatorMessage, SimulatorNumber } from "#simulator/contract.ts";
import { Bubble } from "./Bubble.tsx";
import { FailureAlert } from "./FailureAlert.tsx";
import classes from "./Handset.module.css";
import { keyboardScrollable } from "./keyboardScrollable.ts";
import page from "./SimulatorPage.module.css";
import { usePolledQuery, usePost } from "./simulatorApi.ts";

const partnerOf = (message: SimulatorMessage) => (message.direction === "to_phone" ? message.from : message.to);

/** One phone: its texts and a form to send one. */
export function Handset({ phone, onClose }: { phone: string; onClose: () => void }) {
  const messages = usePolledQuery<SimulatorMessage[]>(`messages?phone=${encodeURIComponent(phone)}`);
  const numbers = usePolledQuery<SimulatorNumber[]>("numbers");
  const [selected, setSelected] = useState<string>();
  const [typed, setTyped] = useState("");
  const [optOutType, setOptOutType] = useState("");
  const [isSubmitted, setSubmitted] = useState(false);
  const { mutate: send, ...sending } = usePost("messages", () => {
    setTyped("");
    setOptOutType("");
  });
  const end = useRef<HTMLLIElement>(null);
  const latest = messages.data?.at(-1);
  const latestId = latest?.id;
  const dealershipNumbers = numbers.data ?? [];
  // Defaults to the latest partner, if that number still exists.
  const latestPartner = latest && dealershipNumbers.find(({ number }) => number === partnerOf(latest))?.number;
  const to = selected ?? latestPartner ?? dealershipNumbers[0]?.number ?? "";
  const nameOf = (number: string) =>
    dealershipNumbers.find((row) => row.number === number)?.business_name ?? formatPhone(number);

  useEffect(() => {
    if (latestId !== undefined) end.current?.scrollIntoView({ block: "end" });
  }, [latestId]);

  function submit(event: FormEvent | KeyboardEvent) {
    event.preventDefault();
    if (typed.trim() !== "" && !sending.isPending && (to !== "" || numbers.isPending)) setSubmitted(true);
  }

  // Sends once the numbers have loaded, in case the form was submitted earlier.
  useEffect(() => {
    if (!isSubmitted || to === "") return;
    setSubmitted(false);
    send({ from: phone, to, body: typed, opt_out_type: optOutType });
  }, [isSubmitted, to, send, phone, typed, optOutType]);

  return (
    <div className={classes.handset}>
      <Group className={classes.top} gap="xs">
        <Button
          className={page.onlyPhone}
          variant="subtle"
          size="compact-md"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          onClick={onClose}
        >
          Phones
        </Button>
        <Title order={2} size="h4">
          {formatPhone(phone)}
        </Title>
        <Button
          component={Link}
          to={`?tab=calls&from=${encodeURIComponent(phone)}`}
          ml="auto"
          variant="default"
          size="compact-md"
          leftSection={<IconPhone size={16} aria-hidden />}
        >
          Call
        </Button>
      </Group>
      <div className={classes.scroll} role="log" aria-label="Texts on this phone" {...keyboardScrollable}>
        <FailureAlert error={messages.error} />
        {messages.data?.length === 0 && <Text c="dimmed">No texts yet.</Text>}
        <ul className={classes.messages}>
          {messages.data?.map((message) => (
            <Bubble key={message.id} message={message} partner={nameOf(partnerOf(message))} />
          ))}
          <li ref={end} aria-hidden />
        </ul>
      </div>
      <form className={classes.write} onSubmit={submit}>
        <FailureAlert error={sending.error} />
        <NativeSelect
          label="To"
          value={to}
          onChange={(event) => setSelected(event.currentTarget.value)}
          data={dealershipNumbers.map((row) => ({
            value: row.number,
            label: `${row.business_name}, ${row.location} · ${formatPhone(row.number)}`,
          }))}
          error={numbers.data?.length === 0 && "No dealership has a number yet."}
        />
        <NativeSelect
          label="Carrier handles it as"
          value={optOutType}
          onChange={(event) => setOptOutType(event.currentTarget.value)}
          data={[{ value: "", label: "A plain text" }, "STOP", "START", "HELP"]}
        />
        <Group align="flex-end" wrap="nowrap" gap="xs">
          <Textarea
            className={classes.text}
            label="Text"
            autosize
            minRows={1}
            maxRows={5}
            maxLength={1600}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) submit(event);
            }}
          />
          <Button type="submit" loading={sending.isPending} leftSection={<IconSend size={16} aria-hidden />}>
            Send
          </Button>
        </Group>
      </form>
    </div>
  );
}
