import { ActionIcon, Button, Group, Skeleton, Title } from "@mantine/core";
import { IconDotsVertical, IconExternalLink, IconFileText } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import type { CallError } from "#core/client.ts";
import { formatPhone } from "#core/phone.ts";
import { useCall, useCallAfresh } from "#core/web/call/useCall.ts";
import { LoadFailure } from "#core/web/feedback/LoadFailure.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { Screen } from "#core/web/layout/Screen.tsx";
import { DropMenu } from "#core/web/menu/DropMenu.tsx";
import { useFreshCalls } from "#core/web/realtime/realtime.ts";
import { useCan } from "#core/web/session/useCan.ts";
import { useTime } from "#core/web/time/useTime.ts";
import {
  type RegistrationEvent,
  type RegistrationOverview,
  textRegistration,
  textRegistrationEvents,
} from "../contract.ts";
import { dollars, mayBeVerified, statusOf } from "../rules.ts";
import { Meanwhile } from "./Meanwhile.tsx";
import { RefusedAnswers } from "./RefusedAnswers.tsx";
import classes from "./Registration.module.css";
import { useRegistrationPlace } from "./registrationPlace.ts";
import { HeadCard, NumberList, StatusCard } from "./StatusCard.tsx";
import { SubmitDialog } from "./SubmitDialog.tsx";
import { eventText, refusalTexts, staffHeadTexts, registrationTexts as texts } from "./texts.ts";

/** Where the business's registration with the carriers stands, and what to do next. Owners register. */
export function RegistrationScreen() {
  const { calls } = useRegistrationPlace();
  return useCan(calls.overview) ? <OwnersScreen /> : <StaffScreen />;
}

function OwnersScreen() {
  const { calls } = useRegistrationPlace();
  const query = useCallAfresh(calls.overview);
  useFreshCalls([calls.overview], textRegistrationEvents.changed);
  return (
    <Loaded query={query} actions={query.data && <Actions overview={query.data} />}>
      {(overview) => <Status overview={overview} />}
    </Loaded>
  );
}

/** Whether the business's texts leave, and whom to ask when they don't. */
function StaffScreen() {
  useFreshCalls([textRegistration.progress], textRegistrationEvents.changed);
  return (
    <Loaded query={useCall(textRegistration.progress)}>
      {({ head, ...counts }) => (
        <div className={classes.page}>
          <HeadCard head={head} {...staffHeadTexts[head](counts)} />
        </div>
      )}
    </Loaded>
  );
}

interface LoadedProps<T> {
  query: Pick<UseQueryResult<T, CallError>, "data" | "error" | "refetch">;
  actions?: ReactNode;
  children: (data: T) => ReactNode;
}

/** The screen around what a call answers. */
function Loaded<T>({ query: { data, error, refetch }, actions, children }: LoadedProps<T>) {
  return (
    <Screen title={texts.title} actions={actions}>
      {error && !data && <LoadFailure failure={error} retry={refetch} />}
      {!data && !error && <Skeleton h="16rem" maw="60rem" radius="lg" aria-hidden />}
      {data && children(data)}
    </Screen>
  );
}

/** Buttons beside the heading, or their menu on a phone. */
function Actions({ overview: { pages, registrations } }: { overview: RegistrationOverview }) {
  const { home } = useRegistrationPlace();
  const submission = registrations.length > 0 ? `${home}/edit?step=4` : "";
  const items = [
    {
      label: texts.consentPage,
      icon: IconExternalLink,
      onClick: () => void window.open(pages.texts, "_blank", "noopener"),
    },
    ...(submission === "" ? [] : [{ label: texts.viewSubmission, icon: IconFileText, to: submission }]),
  ];
  return (
    <>
      <Group gap="xs" visibleFrom="sm">
        <Button
          variant="default"
          component="a"
          href={pages.texts}
          target="_blank"
          rel="noopener"
          leftSection={<IconExternalLink size={16} aria-hidden />}
        >
          {texts.consentPage}
        </Button>
        {submission !== "" && (
          <Button variant="default" component={Link} to={submission}>
            {texts.viewSubmission}
          </Button>
        )}
      </Group>
      <Group hiddenFrom="sm">
        <DropMenu
          items={items}
          trigger={
            <ActionIcon variant="subtle" color="gray" size="lg" aria-label={texts.more}>
              <IconDotsVertical size={20} aria-hidden />
            </ActionIcon>
          }
        />
      </Group>
    </>
  );
}

function Status({ overview }: { overview: RegistrationOverview }) {
  const { reader } = useRegistrationPlace();
  const status = statusOf(overview.registrations, overview.numbers);
  const refused = overview.registrations.filter(({ state }) => state === "refused");
  return (
    <div className={classes.page}>
      <StatusCard overview={overview} status={status} />
      {refused.map((registration) => (
        <RefusedAnswers
          key={`${registration.id} ${registration.round}`}
          overview={overview}
          registration={registration}
        />
      ))}
      {reader !== "platform" && <Meanwhile overview={overview} head={status.head} />}
      <Numbers overview={overview} />
      {overview.history.length > 0 && <History events={overview.history} />}
    </div>
  );
}

function Numbers({ overview }: { overview: RegistrationOverview }) {
  const [verifying, setVerifying] = useState<string>();
  const { numbers, registrations, profile, fees } = overview;
  const { calls, withoutNumber } = useRegistrationPlace();
  const form = useCallForm(calls.verifyTollFree, {
    initialValues: { number: "", version: 0, password: "" },
    toBody: ({ password }) => ({ number: verifying ?? "", version: profile.version, password }),
    invalidates: [calls.overview],
    onSuccess: () => {
      form.form.reset();
      setVerifying(undefined);
    },
  });
  if (numbers.length === 0) return withoutNumber ?? <p className={classes.quiet}>{texts.noNumbers}</p>;
  return (
    <section className={classes.card} aria-label={texts.allNumbers}>
      <div className={classes.part}>
        <Title order={2}>{texts.allNumbers}</Title>
      </div>
      <NumberList
        numbers={numbers}
        action={(one) =>
          mayBeVerified(one, registrations) && (
            <Button size="xs" variant="default" onClick={() => setVerifying(one.number)}>
              {texts.verify}
            </Button>
          )
        }
      />
      <SubmitDialog
        opened={verifying !== undefined}
        onClose={() => setVerifying(undefined)}
        title={texts.verifyTitle(formatPhone(verifying ?? ""))}
        text={texts.verifyText(fees.toll_free_cents === 0 ? "" : dollars(fees.toll_free_cents))}
        action={texts.submit}
        form={form}
        password={form.form.getInputProps("password")}
      />
    </section>
  );
}

/** What happened to a registration, newest first. */
export function History({ events }: { events: readonly RegistrationEvent[] }) {
  const time = useTime();
  return (
    <section aria-labelledby="registration-history">
      <Title order={2} fz="md" mb="sm" id="registration-history">
        {texts.history}
      </Title>
      <ul className={classes.history}>
        {events.map(({ id, at, by, fee_cents, number, problems, ...event }) => {
          const [problem] = problems;
          const more = [
            number === "" ? "" : formatPhone(number),
            by === "" ? "" : `by ${by}`,
            fee_cents === 0 ? "" : dollars(fee_cents),
            problem ? refusalTexts[problem.field] : "",
          ].filter((part) => part !== "");
          return (
            <li key={id}>
              <time dateTime={at}>{time.dateTime(at)}</time>
              <span>
                <b>{eventText(event)}</b>
                {more.map((part) => ` · ${part}`)}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
