import { IconLock } from "@tabler/icons-react";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { useCall } from "#core/web/call/useCall.ts";
import { mayLeave } from "#core/web/form/unsavedChanges.ts";
import { Screen } from "#core/web/layout/Screen.tsx";
import { useCan } from "#core/web/session/useCan.ts";
import { TemplateList } from "#domains/templates/web/TemplateList.tsx";
import classes from "#domains/templates/web/TemplatesScreen.module.css";
import { templateFormTexts } from "#domains/templates/web/texts.ts";
import { type EmailTemplate, emailTemplates } from "../contract.ts";
import { mailWords, starterTemplates } from "../rules.ts";
import emailTemplatesScreenClasses from "./EmailTemplatesScreen.module.css";
import { EditEmailTemplate, NewEmailTemplate } from "./emailTemplateForms.tsx";
import { emailTemplateTexts as texts } from "./texts.ts";

/** The address's word for the form of a new template; `new-service` begins with that starter. */
const newOne = "new";

/** The location's saved emails: a list, with starters for those who have none, and the form of the chosen one. */
export function EmailTemplatesScreen() {
  const { data, error, isPending } = useCall(emailTemplates.list, { body: {} });
  const canChange = useCan(emailTemplates.update);
  const [query, setQuery] = useSearchParams();
  // Each opening begins with what is saved, not with what was discarded before.
  const [opening, setOpening] = useState(0);
  const asked = query.get("template") ?? "";
  const isNew = asked.startsWith(newOne);
  const [sought, setSought] = useState("");
  const isTruncated = data?.truncated ?? false;
  const { data: found } = useCall(
    emailTemplates.list,
    { body: { search_param: sought } },
    { enabled: isTruncated && sought !== "", keepPrevious: true },
  );
  const templates = withFound(data?.allTemplates ?? [], isTruncated ? found?.allTemplates : []);
  const chosen = templates.find(({ id }) => String(id) === asked);
  // A wide screen always has a form beside the list.
  const shown = chosen ?? (asked === "" && templates.length > 0 ? templates[0] : undefined);
  const starter = starterTemplates.find(({ key }) => asked === `${newOne}-${key}`);

  const show = (template: string) => setQuery(template === "" ? {} : { template }, { replace: true });
  const open = async (template: string) => {
    if (!(await mayLeave())) return;
    setOpening((count) => count + 1);
    show(template);
  };

  return (
    <Screen title={texts.title}>
      {error && <p role="alert">{error.message}</p>}
      <div className={classes.panes} data-open={asked !== "" || undefined} aria-busy={isPending || undefined}>
        <TemplateList
          templates={templates.map(({ id, title, template }) => ({ id, title, words: mailWords(template) }))}
          none={texts.none}
          isLoading={isPending}
          note={isTruncated && sought === "" ? texts.truncated(templates.length) : undefined}
          onSearch={setSought}
          chosen={isNew ? undefined : shown?.id}
          onOpen={(id) => void open(String(id))}
          onCreate={canChange ? () => void open(newOne) : undefined}
        >
          {canChange && <StarterList chosen={starter?.key} onOpen={(key) => void open(`${newOne}-${key}`)} />}
        </TemplateList>
        {!isPending && (
          <div className={classes.form}>
            {!canChange && (
              <p className={classes.locked}>
                <IconLock size={16} aria-hidden /> {templateFormTexts.viewOnly}
              </p>
            )}
            {shown && !isNew ? (
              <EditEmailTemplate
                key={`${shown.id} ${opening}`}
                template={shown}
                onBack={() => void open("")}
                onDeleted={() => show("")}
              />
            ) : (
              canChange && (
                <NewEmailTemplate
                  key={`${asked} ${opening}`}
                  starter={starter}
                  onBack={() => void open("")}
                  onSaved={(id) => show(String(id))}
                />
              )
            )}
          </div>
        )}
      </div>
    </Screen>
  );
}

/** Those that are loaded, and those that only a search found. */
function withFound(loaded: readonly EmailTemplate[], found: readonly EmailTemplate[] = []): readonly EmailTemplate[] {
  const known = new Set(loaded.map(({ id }) => id));
  return [...loaded, ...found.filter(({ id }) => !known.has(id))];
}

/** Emails to begin with. Nothing is saved until someone saves it. */
function StarterList({ chosen, onOpen }: { chosen: string | undefined; onOpen: (key: string) => void }) {
  return (
    <section className={emailTemplatesScreenClasses.starters} aria-labelledby="email-starters">
      <h2 id="email-starters">{texts.starters}</h2>
      <ul>
        {starterTemplates.map(({ key, title, about }) => (
          <li key={key}>
            <button type="button" aria-current={key === chosen || undefined} title={about} onClick={() => onOpen(key)}>
              {title}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
