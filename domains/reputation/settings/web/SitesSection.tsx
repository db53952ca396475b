import "@mantine/core/styles/Switch.layer.css";
import { Anchor, Button, NativeSelect, Switch, Text, TextInput } from "@mantine/core";
import {
  IconArrowDown,
  IconArrowUp,
  IconEye,
  IconEyeOff,
  IconPencil,
  IconPlugConnectedX,
  IconPlus,
  IconRefresh,
  IconTrash,
} from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useSearchParams } from "react-router";
import { useCall } from "#core/web/call/useCall.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { confirm } from "#core/web/dialog/confirm.tsx";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { InfoTooltip } from "#core/web/feedback/InfoTooltip.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useFilledForm } from "#core/web/form/useFilledForm.ts";
import { Section } from "#core/web/layout/Section.tsx";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { StatusWord } from "#core/web/status/StatusBadge.tsx";
import { RowMenu } from "#core/web/table/RowMenu.tsx";
import { reviews } from "#domains/reputation/reviews/contract.ts";
import {
  type ReviewConnection,
  type ReviewSite,
  reviewConnections,
  reviewSites,
} from "#domains/reputation/sites/contract.ts";
import { type SiteKind, siteKinds, siteNames } from "#domains/reputation/sites/fields.ts";
import { siteTitle } from "#domains/reputation/sites/rules.ts";
import { ConnectionPanel, useConnections } from "#domains/reputation/sites/web/ConnectionPanel.tsx";
import { connectionTexts } from "#domains/reputation/sites/web/texts.ts";
import type { ReviewSettings } from "../contract.ts";
import classes from "./ReviewSettingsScreen.module.css";
import { reviewSettingsTexts } from "./texts.ts";

/** What shows the sites: the reviews' screen offers nothing while there are none. */
const sitesShown = [reviewSites.all, reviews.overview];

const ListingDialog = lazyDialog(() => import("#domains/reputation/sites/web/ListingDialog.tsx"), "ListingDialog");

const { sites: texts } = reviewSettingsTexts;

/** Where customers leave their reviews, in the order of the page that they get. */
export function SitesSection({ settings }: { settings: ReviewSettings | undefined }) {
  const sites = useCall(reviewSites.all).data?.sites;
  const [opened, setOpened] = useState(false);
  // Stays set while the dialog closes.
  const [edited, setEdited] = useState<ReviewSite>();
  const connected = useConnections();
  const [query, setQuery] = useSearchParams();
  const chosen = Number(query.get("choose"));
  const choose = (id: number) => setQuery(id === 0 ? {} : { choose: String(id) }, { replace: true });
  const connectionOf = (id: number) => connected?.connections.find(({ site_id }) => site_id === id);
  // Back from the site, the business is chosen; the person who had one already continues with it.
  const isChoosing = connectionOf(chosen)?.state === "choosing";
  const open = (site?: ReviewSite) => {
    setEdited(site);
    setOpened(true);
  };
  return (
    <Section
      title={texts.title}
      actions={
        <Button size="compact-md" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open()}>
          {texts.add}
        </Button>
      }
    >
      <p className={classes.soft}>
        {sites?.length === 0 ? texts.none : texts.about}{" "}
        {settings && sites && sites.length > 0 && (
          <>
            <Anchor href={settings.page_url} target="_blank" rel="noreferrer" fz="inherit" underline="always">
              {texts.preview}
            </Anchor>
            {" · "}
            <Anchor href={settings.poster_url} target="_blank" rel="noreferrer" fz="inherit" underline="always">
              {texts.poster}
            </Anchor>
          </>
        )}
      </p>
      {sites && sites.length > 0 && (
        <ul className={classes.sites} style={{ marginTop: "0.75rem" }}>
          {sites.map((site, place) => (
            <SiteCard
              key={site.id}
              site={site}
              isFirst={place === 0}
              isLast={place === sites.length - 1}
              onEdit={() => open(site)}
              connection={connectionOf(site.id)}
              panel={
                connected &&
                site.kind === "google" && (
                  <ConnectionPanel
                    site_id={site.id}
                    provider={connected.provider}
                    connection={connectionOf(site.id)}
                    onChoose={() => choose(site.id)}
                  />
                )
              }
            />
          ))}
        </ul>
      )}
      {isChoosing && <ListingDialog key={chosen} opened onClose={() => choose(0)} site_id={chosen} />}
      <SiteDialog opened={opened} onClose={() => setOpened(false)} site={edited} />
    </Section>
  );
}

interface Props {
  site: ReviewSite;
  isFirst: boolean;
  isLast: boolean;
  onEdit: () => void;
  /** How it is read automatically; undefined where people copy its reviews by hand. */
  connection: ReviewConnection | undefined;
  /** Says how it is connected, or could be; nothing where that isn't possible. */
  panel: ReactNode;
}

/** One review site: whether the page offers it, and honestly how much we know of it. */
function SiteCard({ site, isFirst, isLast, onEdit, connection, panel }: Props) {
  const { id, kind, write_url, is_shown, invites_followed } = site;
  const name = siteTitle(site);
  const move = useSend(reviewSites.move, { invalidates: sitesShown });
  const remove = useSend(reviewSites.remove, { invalidates: sitesShown });
  const update = useSend(reviewConnections.sync, { invalidates: [reviewConnections.all] });
  const disconnect = useSend(reviewConnections.disconnect, { invalidates: [reviewConnections.all] });
  const askDisconnect = async () => {
    const { disconnectTitle: title, disconnectText: text, disconnect: action } = connectionTexts;
    if (await confirm({ title, text, action, danger: true })) disconnect.mutate({ params: { id } });
  };
  const ofConnection = connection
    ? [
        {
          label: connectionTexts.update,
          icon: IconRefresh,
          disabled: connection.profile_title === "",
          onClick: () => update.mutate({ params: { id } }),
        },
        { label: connectionTexts.disconnect, icon: IconPlugConnectedX, onClick: () => void askDisconnect() },
      ]
    : [];
  const askRemove = async () => {
    const question = { title: texts.removeTitle, text: texts.removeText(name), action: texts.remove, danger: true };
    if (await confirm(question)) remove.mutate({ params: { id } });
  };
  const moveBy = (by: -1 | 1) => move.mutate({ params: { id }, body: { by } });
  return (
    <li className={classes.site}>
      <div className={classes.siteHead}>
        <span>{name}</span>
        <RowMenu
          of={name}
          actions={[
            { label: texts.edit, icon: IconPencil, onClick: onEdit },
            { label: texts.up, icon: IconArrowUp, disabled: isFirst, onClick: () => moveBy(-1) },
            { label: texts.down, icon: IconArrowDown, disabled: isLast, onClick: () => moveBy(1) },
            ...ofConnection,
            { label: texts.remove, icon: IconTrash, danger: true, onClick: askRemove },
          ]}
        />
      </div>
      <span className={classes.address} title={write_url}>
        {write_url.replace(/^https:\/\/(www\.)?/, "")}
      </span>
      <StatusWord tone={is_shown === 1 ? "green" : "gray"} icon={is_shown === 1 ? IconEye : IconEyeOff}>
        {is_shown === 1 ? texts.shown : texts.hidden}
      </StatusWord>
      {!connection && (
        <span>
          {texts.monitoring}: {texts.linkOnly} <InfoTooltip about={texts.monitoring}>{texts.linkOnlyHint}</InfoTooltip>
        </span>
      )}
      {panel}
      <span className={classes.soft}>{texts.followed(invites_followed)}</span>
      {kind === "yelp" && <span className={classes.soft}>{texts.yelp}</span>}
    </li>
  );
}

interface SiteDialogProps {
  opened: boolean;
  onClose: () => void;
  /** The site to change; undefined adds one. */
  site: ReviewSite | undefined;
}

interface SiteForm extends Record<string, unknown> {
  kind: SiteKind;
  title: string;
  write_url: string;
  is_shown: 0 | 1;
}

const empty: SiteForm = { kind: "google", title: "", write_url: "", is_shown: 1 };

/** Adds or changes a review site by its link. */
function SiteDialog({ opened, onClose, site }: SiteDialogProps) {
  const options = { initialValues: empty, invalidates: sitesShown, onSuccess: onClose };
  const add = useCallForm(reviewSites.add, options);
  const update = useCallForm(reviewSites.update, { ...options, params: { id: site?.id ?? 0 } });
  const active = site ? update : add;
  const { form } = active;
  const stored = site && { kind: site.kind, title: site.title, write_url: site.write_url, is_shown: site.is_shown };
  useFilledForm(form, opened, stored ?? empty);
  const { kind, is_shown } = form.values;
  // Yelp asks not to ask, so it is offered only by someone's own decision.
  const choose = (chosen: SiteKind) =>
    form.setValues({ kind: chosen, ...(!site && { is_shown: chosen === "yelp" ? 0 : 1 }) });
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={site ? texts.editTitle : texts.addTitle}
      action={site ? texts.save : texts.add}
      form={active}
    >
      <NativeSelect
        label={texts.kind}
        data={siteKinds.map((value) => ({ value, label: siteNames[value] }))}
        {...form.getInputProps("kind")}
        onChange={({ currentTarget }) => choose(currentTarget.value as SiteKind)}
      />
      {kind === "other" && <TextInput label={texts.name} withAsterisk {...form.getInputProps("title")} />}
      <TextInput
        type="url"
        label={texts.link}
        description={kind === "google" ? texts.linkHints.google : kind === "other" ? texts.linkHints.other : undefined}
        placeholder="https://"
        withAsterisk
        {...form.getInputProps("write_url")}
      />
      <Switch
        label={texts.isShown}
        checked={is_shown === 1}
        onChange={({ currentTarget }) => form.setFieldValue("is_shown", currentTarget.checked ? 1 : 0)}
      />
      {kind === "yelp" && (
        <Text size="sm" c="dimmed">
          {texts.yelp}
        </Text>
      )}
    </FormDialog>
  );
}
