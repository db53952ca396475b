import { Anchor, Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { useCall } from "#core/web/call/useCall.ts";
import { Section } from "#core/web/layout/Section.tsx";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { ConnectionPanel } from "../../connections/web/ConnectionPanel.tsx";
import { useConnections } from "../../connections/web/useConnections.ts";
import { type ReviewSite, reviewSites } from "../../sites/contract.ts";
import type { ReviewSettings } from "../contract.ts";
import classes from "./ReviewSettingsScreen.module.css";
import { SiteCard } from "./SiteCard.tsx";
import { SiteDialog } from "./SiteDialog.tsx";
import { reviewSettingsTexts } from "./texts.ts";

const ListingDialog = lazyDialog(() => import("../../connections/web/ListingDialog.tsx"), "ListingDialog");

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
  // Back from the site, the business is chosen; whoever had one already goes on with it.
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
