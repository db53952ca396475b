import { Button, Group, NativeSelect, Text } from "@mantine/core";
import { useState } from "react";
import { formatPhone } from "#core/phone.ts";
import { formatInstant } from "#core/web/time/useTime.ts";
import type { SimulatorCall, SimulatorCallAction } from "#simulator/contract.ts";
import classes from "./Calls.module.css";
import { FailureAlert } from "./FailureAlert.tsx";
import { usePost } from "./simulatorApi.ts";

const voicemailSeconds = [3, 10, 30, 90] as const;

/** One call: its state, what was said, and the possible actions. */
export function CallCard({ call }: { call: SimulatorCall }) {
  const post = usePost(`calls/${call.id}`, () => {});
  const [seconds, setSeconds] = useState("10");
  const act = (action: SimulatorCallAction) => () => post.mutate({ action, ...(action === "leave" && { seconds }) });
  const isPlaced = call.reference !== null;
  const name = isPlaced ? `Call to ${formatPhone(call.to)}` : `Call from ${formatPhone(call.from)}`;
  const isMachineOut = call.step.kind === "connect";
  return (
    <article className={classes.card} aria-label={`${name}, ${formatInstant(call.at, "time")}`}>
      <Group justify="space-between">
        <Text fw={600}>{isPlaced ? name : formatPhone(call.from)}</Text>
        <Text size="sm" c="dimmed">
          {formatInstant(call.at, "time")}
        </Text>
      </Group>
      <Text role="status">{describeState(call)}</Text>
      <ul className={classes.heard}>
        {call.heard.map(({ by, words }) => (
          <li key={`${by} ${words}`}>
            <Text size="sm" c="dimmed" span>
              {hearerOf(by, isPlaced)}:
            </Text>{" "}
            {words}
          </li>
        ))}
      </ul>
      <FailureAlert error={post.error} />
      {call.stage === "ringing" && (
        <Group gap="xs">
          <Button onClick={act("answer")}>Answer</Button>
          <Button variant="default" onClick={act("decline")}>
            Let it ring
          </Button>
          {!isMachineOut && (
            <Button variant="default" onClick={act("machine")}>
              Its voicemail picks up
            </Button>
          )}
        </Group>
      )}
      {call.stage === "voicemail" && (
        <Group gap="xs" align="flex-end">
          <NativeSelect
            label="Length"
            value={seconds}
            onChange={({ currentTarget }) => setSeconds(currentTarget.value)}
            data={voicemailSeconds.map((length) => ({ value: String(length), label: `${length} seconds` }))}
          />
          <Button onClick={act("leave")}>Leave a voicemail</Button>
        </Group>
      )}
      {call.stage !== "ended" && (
        <Group>
          <Button variant="default" onClick={act("hang_up")}>
            Hang up
          </Button>
        </Group>
      )}
    </article>
  );
}

function hearerOf(by: "caller" | "dealership", isPlaced: boolean): string {
  if (by === "caller") return isPlaced ? "The customer hears" : "The caller hears";
  return isPlaced ? "At the member's phone" : "At the forward phone";
}

const phonesOf = ({ to = "" }: SimulatorCall["step"]) => [to].flat().map(formatPhone).join(", ");

function describeState({ stage, step }: SimulatorCall): string {
  if (stage === "ringing" && step.kind === "member") return `Rings at the member's phone, ${phonesOf(step)}`;
  if (stage === "ringing") return `Rings at ${phonesOf(step)}`;
  if (stage === "talking") return step.isRecorded ? "They talk, and are recorded" : "They talk";
  if (stage === "voicemail") return "The caller may leave a message";
  return stage === "calling" ? "Calling…" : "Ended";
}
