import "@mantine/core/styles/Table.layer.css";
import { Button, NativeSelect, Table, Title } from "@mantine/core";
import { useState } from "react";
import { formatPhone, toE164 } from "#core/phone.ts";
import { businessTypes, ownerships } from "#core/registration.ts";
import { toast } from "#core/web/feedback/toast.tsx";
import { PhoneInput } from "#core/web/form/PhoneInput.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useTime } from "#core/web/time/useTime.ts";
import type { SavedProfile } from "../../contract.ts";
import { type ReviewFinding, reviewOf } from "../../review/rules.ts";
import { dollars, maskedEin, mayBeVerified } from "../../rules.ts";
import classes from "../../web/Registration.module.css";
import { NumberList } from "../../web/StatusCard.tsx";
import { SubmitDialog } from "../../web/SubmitDialog.tsx";
import { businessTypeTexts, findingTexts, ownershipTexts, wayTexts } from "../../web/wizard/texts.ts";
import { type ClientRegistration, clientRegistrations } from "../contract.ts";
import own from "./ClientFacts.module.css";
import { operatorRegistrationTexts as texts } from "./texts.ts";

/** What the owner has filled in; of the tax number, the last four digits. */
export function ClientAnswers({ profile }: { profile: SavedProfile }) {
  const time = useTime();
  if (profile.version === 0) return null;
  const { answerNames: names } = texts;
  const declared = [profile.is_direct_lending === 1 && texts.lending, profile.is_age_gated === 1 && texts.ageGated];
  const type = businessTypes.find((one) => one === profile.business_type);
  const ownership = ownerships.find((one) => one === profile.ownership);
  const phone = formatPhone(toE164(profile.phone) ?? profile.phone);
  const person = `${profile.first_name} ${profile.last_name}`.trim();
  const answers: [name: string, text: string][] = [
    [names.legal_name, profile.legal_name],
    [names.brand_name, profile.brand_name],
    [names.ein, profile.ein_last4 && maskedEin(profile.ein_last4)],
    [names.business_type, type ? businessTypeTexts[type] : ""],
    [names.ownership, ownership ? ownershipTexts[ownership] : ""],
    [names.website, profile.website],
    [names.email, profile.email],
    [
      names.address,
      [profile.street, profile.city, `${profile.state} ${profile.zip}`.trim()].filter(Boolean).join(", "),
    ],
    [names.representative, [person, profile.job_title, profile.representative_email, phone].filter(Boolean).join(", ")],
    [names.ways, profile.opt_in_ways.map((way) => wayTexts[way]).join(", ")],
    [names.message_flow, profile.message_flow],
    [names.description, profile.description],
    [names.samples, profile.samples.join("\n\n")],
    [names.declared, declared.filter(Boolean).join(", ")],
    [names.privacy, profile.privacy_url || texts.hosted],
    [names.terms, profile.terms_url || texts.hosted],
  ];
  return (
    <section className={classes.card} aria-label={texts.answers}>
      <div className={classes.part}>
        <div className={classes.beside}>
          <Title order={2}>{texts.answers}</Title>
          {profile.saved_at && <span className={classes.quiet}>{texts.saved(time.dateTime(profile.saved_at))}</span>}
        </div>
        <dl className={own.answers}>
          {answers.map(([name, text]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text || "—"}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

interface Props {
  id: number;
  data: ClientRegistration;
}

/** The client's numbers, and the form for one that the account at the carrier owns already. */
export function ClientNumbers({ id, data }: Props) {
  const { numbers, registrations, is_needed } = data.overview;
  const [verifying, setVerifying] = useState<string>();
  const { refused } = reviewOf(data.overview.profile, "toll_free");
  const toVerify = is_needed === 1 ? numbers.filter((one) => mayBeVerified(one, registrations)) : [];
  return (
    <section className={classes.card} aria-label={texts.numbers}>
      <div className={classes.part}>
        <Title order={2}>{texts.numbers}</Title>
        {numbers.length === 0 && <p className={classes.quiet}>{texts.noNumbers}</p>}
      </div>
      <NumberList
        numbers={numbers}
        action={(one) =>
          refused.length === 0 &&
          toVerify.includes(one) && (
            <Button
              size="xs"
              variant="default"
              aria-label={`${texts.verify}: ${formatPhone(one.number)}`}
              onClick={() => setVerifying(one.number)}
            >
              {texts.verify}
            </Button>
          )
        }
      />
      {toVerify.length > 0 && refused.length > 0 && (
        <div className={classes.part}>
          <FindingsToFix profile={data.overview.profile} refused={refused} />
        </div>
      )}
      <AddNumber id={id} data={data} />
      <VerifyDialog id={id} data={data} number={verifying} onClose={() => setVerifying(undefined)} />
    </section>
  );
}

/** What carriers would refuse for certain. */
export function FindingsToFix({ profile, refused }: { profile: SavedProfile; refused: readonly ReviewFinding[] }) {
  if (profile.version === 0) return <p>{texts.noAnswers}</p>;
  return (
    <div>
      <p>{texts.toFix}</p>
      <ul>
        {refused.map((finding) => (
          <li key={`${finding.kind} ${finding.sample ?? ""}`}>{findingTexts[finding.kind](finding).title}</li>
        ))}
      </ul>
    </div>
  );
}

interface VerifyProps extends Props {
  /** Undefined: it is closed. */
  number: string | undefined;
  onClose: () => void;
}

/** Submits a toll-free number for the client. */
function VerifyDialog({ id, data: { client, overview }, number, onClose }: VerifyProps) {
  const { profile, fees } = overview;
  const form = useCallForm(clientRegistrations.verifyTollFree, {
    params: { id },
    initialValues: { number: "", version: 0, password: "" },
    toBody: ({ password }) => ({ number: number ?? "", version: profile.version, password }),
    invalidates: [clientRegistrations.one, clientRegistrations.table, clientRegistrations.counts],
    onSuccess: () => {
      form.form.reset();
      onClose();
    },
  });
  return (
    <SubmitDialog
      opened={number !== undefined}
      onClose={onClose}
      title={texts.verifyTitle(formatPhone(number ?? ""), client)}
      text={texts.verifyText(fees.toll_free_cents === 0 ? "" : dollars(fees.toll_free_cents))}
      action={texts.verify}
      form={form}
      password={form.form.getInputProps("password")}
    />
  );
}

function AddNumber({ id, data: { free_locations } }: Props) {
  const first = String(free_locations[0]?.id ?? "");
  const add = useCallForm(clientRegistrations.addNumber, {
    params: { id },
    initialValues: { location_id: "", number: "" },
    toBody: ({ location_id, number }) => ({ location_id: location_id || first, number }),
    invalidates: [clientRegistrations.one, clientRegistrations.table, clientRegistrations.counts],
    quiet: "success",
    onSuccess: ({ data: { number, registration } }) => {
      toast.success(texts.added(formatPhone(number), registration !== "missing"));
      add.form.reset();
    },
  });
  const { form } = add;
  return (
    <form noValidate className={own.add} onSubmit={add.submit} aria-label={texts.addNumber}>
      <Title order={3} fz="sm">
        {texts.addNumber}
      </Title>
      <p className={classes.quiet}>{free_locations.length === 0 ? texts.allHaveNumbers : texts.addNumberAbout}</p>
      {free_locations.length > 0 && (
        <div className={own.fields}>
          <NativeSelect
            label={texts.location}
            data={free_locations.map(({ id, title }) => ({ value: String(id), label: title }))}
            {...form.getInputProps("location_id")}
          />
          <PhoneInput label={texts.number} {...form.getInputProps("number")} autoComplete="off" />
          <Button type="submit" variant="default" loading={add.sending}>
            {texts.add}
          </Button>
        </div>
      )}
    </form>
  );
}

/** Each step at the carrier's, for its support. */
export function ClientSteps({ data: { steps, overview } }: { data: ClientRegistration }) {
  const time = useTime();
  const { stepColumns: columns } = texts;
  const kindOf = (id: number) => overview.registrations.find((one) => one.id === id)?.kind ?? "business";
  return (
    <section className={classes.card} aria-label={texts.steps}>
      <div className={classes.part}>
        <Title order={2}>{texts.steps}</Title>
        <Table.ScrollContainer minWidth={560}>
          <Table aria-label={texts.steps}>
            <Table.Thead>
              <Table.Tr>
                {Object.values(columns).map((label) => (
                  <Table.Th key={label}>{label}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {steps.map(({ registration_id, round, step, sid, attempts, began_at }) => (
                <Table.Tr key={`${registration_id} ${round} ${step}`}>
                  <Table.Td>
                    {texts.kinds[kindOf(registration_id)]}: {texts.round(step, round)}
                  </Table.Td>
                  <Table.Td>{sid || texts.noAnswer}</Table.Td>
                  <Table.Td>{attempts}</Table.Td>
                  <Table.Td>{time.dateTime(began_at)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </div>
    </section>
  );
}
