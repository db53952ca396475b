import { Button, Group, Skeleton, Title } from "@mantine/core";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { formatPhone } from "#core/phone.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { LoadFailure } from "#core/web/feedback/LoadFailure.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { Screen } from "#core/web/layout/Screen.tsx";
import { StatusWord } from "#core/web/status/StatusBadge.tsx";
import { type CarrierRegistration, textRegistration } from "../../contract.ts";
import { reviewedAs, reviewOf } from "../../review/rules.ts";
import { dollars, statusOf } from "../../rules.ts";
import classes from "../../web/Registration.module.css";
import { History } from "../../web/RegistrationScreen.tsx";
import { RegistrationPlaceProvider } from "../../web/registrationPlace.ts";
import { StatusCard } from "../../web/StatusCard.tsx";
import { SubmitDialog } from "../../web/SubmitDialog.tsx";
import { refusalTexts } from "../../web/texts.ts";
import { type ClientRegistration, clientRegistrations } from "../contract.ts";
import { ClientAnswers, ClientNumbers, ClientSteps, FindingsToFix } from "./ClientFacts.tsx";
import { stateLooks } from "./stateLooks.ts";
import { operatorRegistrationTexts as texts } from "./texts.ts";

/** Milliseconds between two looks: a client's events reach its own people only. */
const pollInterval = 10_000;

const toLookAt = { calls: textRegistration, home: "", reader: "operator" } as const;

/** A client's registration with the carriers, and what the operator can do for it. */
export function ClientRegistrationScreen() {
  const id = Number(useParams().id) || 0;
  const { data, error, refetch } = useCall(
    clientRegistrations.one,
    { params: { id } },
    { refetchInterval: pollInterval },
  );
  return (
    <Screen
      title={data?.client ?? texts.card}
      actions={
        <Group gap="xs">
          {data && (
            <Button variant="default" component={Link} to={`/admin/clients/${id}/buy_phone_no`}>
              {texts.openClient}
            </Button>
          )}
          <Button variant="default" component={Link} to="/admin/registrations">
            {texts.backToQueue}
          </Button>
        </Group>
      }
    >
      {error && !data && <LoadFailure failure={error} retry={refetch} />}
      {!data && !error && <Skeleton h="16rem" maw="60rem" radius="lg" aria-hidden />}
      {data && (
        <RegistrationPlaceProvider value={toLookAt}>
          <Client key={id} id={id} data={data} />
        </RegistrationPlaceProvider>
      )}
    </Screen>
  );
}

interface Props {
  id: number;
  data: ClientRegistration;
}

function Client({ id, data }: Props) {
  const { overview, steps } = data;
  return (
    <div className={classes.page}>
      <StatusCard overview={overview} status={statusOf(overview.registrations, overview.numbers)} />
      <Submissions id={id} data={data} />
      <ClientNumbers id={id} data={data} />
      <ClientAnswers profile={overview.profile} />
      {overview.history.length > 0 && <History events={overview.history} />}
      {steps.length > 0 && <ClientSteps data={data} />}
    </div>
  );
}

/** What carriers have of the client, each with what can be done about it. */
function Submissions({ id, data }: Props) {
  const { overview } = data;
  const [again, setAgain] = useState<CarrierRegistration>();
  const isSubmitted = overview.registrations.some(({ kind }) => kind === "business");
  return (
    <section className={classes.card} aria-label={texts.submissions}>
      <div className={classes.part}>
        <Title order={2}>{texts.submissions}</Title>
        {overview.is_needed === 0 && <p className={classes.quiet}>{texts.notNeeded}</p>}
      </div>
      {overview.registrations.map((one) => (
        <Submission key={one.id} id={id} data={data} registration={one} onResubmit={() => setAgain(one)} />
      ))}
      {!isSubmitted && <FirstSubmission id={id} data={data} />}
      <Resubmit id={id} data={data} registration={again} onClose={() => setAgain(undefined)} />
    </section>
  );
}

interface SubmissionProps extends Props {
  registration: CarrierRegistration;
  onResubmit: () => void;
}

function Submission({ id, data, registration, onResubmit }: SubmissionProps) {
  const { state, kind, number, problems, may_resubmit } = registration;
  const params = { id, registration_id: registration.id };
  const changes = { invalidates: [clientRegistrations.one, clientRegistrations.table, clientRegistrations.counts] };
  const look = useSend(clientRegistrations.lookAgain, changes);
  const takeUp = useSend(clientRegistrations.takeUp, changes);
  const { profile } = data.overview;
  const mayResubmit = state === "refused" && may_resubmit === 1;
  const { refused } = reviewOf(profile, reviewedAs(kind));
  const reference = data.references.find(({ registration_id }) => registration_id === registration.id)?.reference;
  const name = number === "" ? texts.kinds[kind] : `${texts.kinds[kind]} ${formatPhone(number)}`;
  return (
    <div className={classes.part}>
      <div className={classes.beside}>
        <div>
          <b>{name}</b> <StatusWord {...stateLooks[state]}>{texts.states[state]}</StatusWord>
          <p className={classes.quiet}>{reference}</p>
          {problems.map(({ code, field }) => (
            <p key={`${code} ${field}`}>
              {refusalTexts[field]} {code !== "" && `(${code})`}
            </p>
          ))}
        </div>
        <Group gap="xs">
          {mayResubmit && refused.length === 0 && (
            <Button size="xs" aria-label={`${texts.resubmit}: ${name}`} onClick={onResubmit}>
              {texts.resubmit}
            </Button>
          )}
          {state === "stuck" && (
            <Button
              size="xs"
              aria-label={`${texts.takeUp}: ${name}`}
              loading={takeUp.isPending}
              onClick={() => takeUp.mutate({ params })}
            >
              {texts.takeUp}
            </Button>
          )}
          {state !== "stuck" && state !== "waiting" && (
            <Button
              size="xs"
              variant="default"
              aria-label={`${texts.lookNow}: ${name}`}
              loading={look.isPending}
              onClick={() => look.mutate({ params })}
            >
              {texts.lookNow}
            </Button>
          )}
        </Group>
      </div>
      {mayResubmit && refused.length > 0 && <FindingsToFix profile={profile} refused={refused} />}
    </div>
  );
}

const submitted = [clientRegistrations.one, clientRegistrations.table, clientRegistrations.counts];

/** Submits what the owner has filled in, once nothing in it is refused for certain. */
function FirstSubmission({ id, data: { client, overview } }: Props) {
  const { profile, fees, is_needed } = overview;
  const [isAsking, setAsking] = useState(false);
  const { refused } = reviewOf(profile);
  const form = useCallForm(clientRegistrations.submit, {
    params: { id },
    initialValues: { version: 0, password: "" },
    toBody: ({ password }) => ({ version: profile.version, password }),
    invalidates: submitted,
    onSuccess: () => setAsking(false),
  });
  return (
    <div className={classes.part}>
      <p className={classes.quiet}>
        {overview.registrations.length === 0 ? texts.nothingSubmitted : texts.onlyTollFree}
      </p>
      {refused.length > 0 ? (
        <FindingsToFix profile={profile} refused={refused} />
      ) : (
        is_needed === 1 && (
          <Group justify="flex-end">
            <Button onClick={() => setAsking(true)}>{texts.submit}</Button>
          </Group>
        )
      )}
      <SubmitDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={texts.submitTitle(client)}
        text={texts.submitText(dollars(fees.business_cents + fees.campaign_cents))}
        action={texts.submit}
        form={form}
        password={form.form.getInputProps("password")}
      />
    </div>
  );
}

interface ResubmitProps extends Props {
  registration: CarrierRegistration | undefined;
  onClose: () => void;
}

function Resubmit({ id, data: { client, overview }, registration, onClose }: ResubmitProps) {
  const { profile, fees } = overview;
  const form = useCallForm(clientRegistrations.resubmit, {
    params: { id, registration_id: registration?.id ?? 0 },
    initialValues: { version: 0, password: "" },
    toBody: ({ password }) => ({ version: profile.version, password }),
    invalidates: submitted,
    onSuccess: () => {
      form.form.reset();
      onClose();
    },
  });
  const price = fees.resubmit_cents === 0 ? "" : dollars(fees.resubmit_cents);
  return (
    <SubmitDialog
      opened={registration !== undefined}
      onClose={onClose}
      title={texts.resubmitTitle(client)}
      text={texts.resubmitText(price)}
      action={texts.resubmit}
      form={form}
      password={form.form.getInputProps("password")}
    />
  );
}
