import { Button, NativeSelect, TextInput, Title } from "@mantine/core";
import { IconEyeOff, IconInfoCircle, IconLock, IconMail, IconSend, IconWorld } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router";
import { businessTypes, ownerships } from "#core/registration.ts";
import { states } from "#core/states.ts";
import { einDigits, einProblemOf, hostOf, mailboxOf, maskedEin, missingEnding, notAnEin } from "../../rules.ts";
import { useRegistrationPlace } from "../registrationPlace.ts";
import { type AnswerStepProps, FieldCheck, textProps, useFocusedField } from "./draftInputs.tsx";
import { businessTypeTexts, ownershipTexts, draftTexts as texts } from "./texts.ts";
import type { RegistrationDraft } from "./useRegistrationDraft.ts";
import { useWebsiteCheck } from "./useWebsiteCheck.ts";
import classes from "./Wizard.module.css";

const choose = { value: "", label: "Select" };
const options = <T extends string>(values: readonly T[], labels: Readonly<Record<T, string>>) => [
  choose,
  ...values.map((value) => ({ value, label: labels[value] })),
];
const stateOptions = [choose, ...Object.entries(states).map(([value, label]) => ({ value, label }))];

/** The business as the tax office knows it, beside a drawing of the letter to copy it from. */
export function BusinessStep({ overview, draft, field }: AnswerStepProps) {
  const form = useFocusedField<HTMLFormElement>(field);
  const { home } = useRegistrationPlace();
  const [focused, setFocused] = useState("legal_name");
  const { values } = draft;
  const ending = missingEnding(values.legal_name, values.business_type);
  return (
    <div className={classes.columns}>
      <form
        noValidate
        aria-label={texts.businessTitle}
        className={classes.form}
        ref={form}
        onSubmit={(event) => event.preventDefault()}
        onFocus={({ target }) => setFocused(target.getAttribute("name") ?? focused)}
      >
        <div>
          <Title order={2}>{texts.businessTitle}</Title>
          <p className={classes.quiet}>{texts.businessAbout}</p>
        </div>
        <div className={classes.two}>
          <TextInput
            label={texts.legalName}
            autoComplete="organization"
            maxLength={200}
            inputWrapperOrder={below}
            description={ending !== "" && <FieldCheck tone="amber">{texts.ending(ending)}</FieldCheck>}
            {...textProps(draft, "legal_name")}
          />
          <TextInput
            label={texts.brandName}
            maxLength={100}
            inputWrapperOrder={below}
            description={texts.brandAbout}
            {...textProps(draft, "brand_name")}
          />
        </div>
        <div className={classes.three}>
          <EinInput draft={draft} />
          <NativeSelect
            label={texts.businessType}
            data={options(businessTypes, businessTypeTexts)}
            {...textProps(draft, "business_type")}
          />
          <NativeSelect
            label={texts.ownership}
            data={ownerships.map((value) => ({ value, label: ownershipTexts[value] }))}
            {...textProps(draft, "ownership")}
          />
        </div>
        {values.ownership === "public" && (
          <div className={classes.two}>
            <TextInput label={texts.exchange} maxLength={20} {...textProps(draft, "stock_exchange")} />
            <TextInput label={texts.symbol} maxLength={20} {...textProps(draft, "stock_ticker")} />
          </div>
        )}
        <div className={classes.two}>
          <WebsiteInput draft={draft} />
          <TextInput
            label={texts.email}
            type="email"
            autoComplete="email"
            leftSection={<IconMail size={16} stroke={1.75} aria-hidden />}
            inputWrapperOrder={below}
            description={<MailboxCheck email={values.email} website={values.website} />}
            {...textProps(draft, "email")}
          />
        </div>
        <Title order={3} fz="md" className={classes.ruled}>
          {texts.address}
        </Title>
        <TextInput label={texts.street} autoComplete="address-line1" maxLength={200} {...textProps(draft, "street")} />
        <div className={classes.three}>
          <TextInput label={texts.city} autoComplete="address-level2" maxLength={100} {...textProps(draft, "city")} />
          <NativeSelect label={texts.state} data={stateOptions} {...textProps(draft, "state")} />
          <TextInput
            label={texts.zip}
            inputMode="numeric"
            autoComplete="postal-code"
            maxLength={10}
            {...textProps(draft, "zip")}
          />
        </div>
        <p className={classes.fact}>
          <IconInfoCircle size={16} stroke={1.75} aria-hidden />
          <span>
            {texts.noEin}{" "}
            {overview.numbers.some(({ is_toll_free }) => is_toll_free === 1) ? (
              <Link to={home}>{texts.tollFree}</Link>
            ) : (
              texts.askTollFree
            )}
          </span>
        </p>
      </form>
      <aside className={classes.aside}>
        <IrsLetter draft={draft} focused={focused} />
        <section>
          <Title order={3} fz="sm">
            {texts.howUsed}
          </Title>
          <ul className={classes.facts}>
            <li>
              <IconSend size={16} stroke={1.75} aria-hidden />
              {texts.goesTo(overview.provider)}
            </li>
            <li>
              <IconLock size={16} stroke={1.75} aria-hidden />
              {texts.encrypted}
            </li>
            <li>
              <IconEyeOff size={16} stroke={1.75} aria-hidden />
              {texts.ownersOnly}
            </li>
          </ul>
        </section>
      </aside>
    </div>
  );
}

/** Puts the description, which is a check's result, below the input. */
const below: ("label" | "input" | "description" | "error")[] = ["label", "input", "description", "error"];

/** The tax number: once it is saved, its last four digits and Change. */
function EinInput({ draft }: { draft: RegistrationDraft }) {
  const { ein, saved, errors } = draft;
  const isSaved = saved.ein_last4 !== "" && ein === undefined;
  if (isSaved) {
    return (
      <TextInput
        key="saved"
        label={texts.ein}
        name="ein"
        readOnly
        value={maskedEin(saved.ein_last4)}
        leftSection={<IconLock size={16} stroke={1.75} aria-hidden />}
        rightSectionWidth="5rem"
        rightSection={
          <Button size="compact-sm" variant="transparent" onClick={() => draft.setEin("")}>
            {texts.einChange}
          </Button>
        }
        inputWrapperOrder={below}
        description={
          saved.ein_problem === "" ? (
            <FieldCheck tone="green">{texts.einFine}</FieldCheck>
          ) : (
            <FieldCheck tone="amber">{texts.einPrefix}</FieldCheck>
          )
        }
      />
    );
  }
  const digits = einDigits(ein ?? "");
  const problem = digits.length === 9 ? einProblemOf(digits) : undefined;
  return (
    <TextInput
      key="typed"
      label={texts.ein}
      name="ein"
      inputMode="numeric"
      autoComplete="off"
      placeholder="12-3456789"
      maxLength={40}
      autoFocus={saved.ein_last4 !== ""}
      {...(saved.ein_last4 !== "" && {
        rightSectionWidth: "5rem",
        rightSection: (
          <Button size="compact-sm" variant="transparent" onClick={() => draft.setEin(undefined)}>
            {texts.einKeep}
          </Button>
        ),
      })}
      value={ein ?? ""}
      error={errors.ein ?? (problem === "digits" ? notAnEin : undefined)}
      inputWrapperOrder={below}
      description={problem === "prefix" && <FieldCheck tone="amber">{texts.einPrefix}</FieldCheck>}
      onChange={({ currentTarget }) => draft.setEin(currentTarget.value)}
      onBlur={() => draft.check("ein")}
    />
  );
}

/** The website, opened as a reviewer would a moment after it was typed. */
function WebsiteInput({ draft }: { draft: RegistrationDraft }) {
  const { brand_name } = draft.values;
  const { check, isPending } = useWebsiteCheck(draft);
  return (
    <TextInput
      label={texts.website}
      type="url"
      autoComplete="url"
      placeholder="https://"
      leftSection={<IconWorld size={16} stroke={1.75} aria-hidden />}
      inputWrapperOrder={below}
      description={
        <output>
          {isPending && texts.websiteChecking}
          {!isPending && check === "named" && <FieldCheck tone="green">{texts.websiteFine(brand_name)}</FieldCheck>}
          {!isPending && check === "unnamed" && (
            <FieldCheck tone="amber">{texts.websiteUnnamed(brand_name)}</FieldCheck>
          )}
          {!isPending && check === "unreachable" && <FieldCheck tone="amber">{texts.websiteFails}</FieldCheck>}
        </output>
      }
      {...textProps(draft, "website")}
    />
  );
}

function MailboxCheck({ email, website }: { email: string; website: string }) {
  const mailbox = mailboxOf(email, website);
  if (mailbox === "own") return <FieldCheck tone="green">{texts.ownDomain}</FieldCheck>;
  if (mailbox === "free") return <FieldCheck tone="amber">{texts.freeDomain}</FieldCheck>;
  const host = hostOf(website);
  return mailbox === "other" && host !== "" ? <FieldCheck tone="amber">{texts.otherDomain(host)}</FieldCheck> : null;
}

/** Characters of a line that the drawing has room for. */
const longestLine = 80;

/** A drawing of the letter with the number; the line to copy is marked. */
function IrsLetter({ draft: { values, saved, ein }, focused }: { draft: RegistrationDraft; focused: string }) {
  const last4 = ein === undefined ? saved.ein_last4 : einDigits(ein).slice(-4);
  const line = (text: string) => text.slice(0, longestLine).toUpperCase();
  const name = line(values.legal_name || "Your legal name LLC");
  const place = line([values.city || "City", values.state || "ST", values.zip || "00000"].join(" "));
  const isAddress = ["street", "city", "state", "zip"].includes(focused);
  return (
    <section aria-label={texts.whereToFind}>
      <Title order={3} fz="sm">
        {texts.whereToFind}
      </Title>
      <div className={classes.letter} aria-hidden>
        <div className={classes.letterHead}>
          <b>
            Department of the Treasury
            <br />
            Internal Revenue Service
          </b>
          <span>CP 575 A</span>
        </div>
        <i />
        <mark data-on={focused === "legal_name" || undefined}>{name}</mark>
        <span data-on={isAddress || undefined}>
          {line(values.street || "Street")}
          <br />
          {place}
        </span>
        <span>
          Employer Identification Number:
          <br />
          <mark data-on={focused === "ein" || undefined}>XX-XXX{last4.padStart(4, "X")}</mark>
        </span>
        <i />
        <i />
      </div>
      <p className={classes.quiet}>{texts.letterAbout}</p>
    </section>
  );
}
