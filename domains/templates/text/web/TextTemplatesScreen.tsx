import { IconLock } from "@tabler/icons-react";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { useCall } from "#core/web/call/useCall.ts";
import { mayLeave } from "#core/web/form/unsavedChanges.ts";
import { Screen } from "#core/web/layout/Screen.tsx";
import { useCan } from "#core/web/session/useCan.ts";
import { TemplateList } from "../../web/TemplateList.tsx";
import classes from "../../web/TemplatesScreen.module.css";
import { templateFormTexts } from "../../web/texts.ts";
import { textTemplates } from "../contract.ts";
import { EditTemplate, NewTemplate } from "./templateForms.tsx";
import { templateTexts as texts } from "./texts.ts";

/** The address's word for the form of a new template. */
const newOne = "new";

/** The location's saved messages: a list, the form of the chosen one, and a phone that shows it. */
export function TextTemplatesScreen() {
  const { data, error, isPending } = useCall(textTemplates.list, { body: {} });
  const canChange = useCan(textTemplates.update);
  const [query, setQuery] = useSearchParams();
  // Each opening begins with what is saved, not with what was discarded before.
  const [opening, setOpening] = useState(0);
  const asked = query.get("template") ?? "";
  const templates = data?.allTemplates ?? [];
  const chosen = templates.find(({ id }) => String(id) === asked);
  // A wide screen always has a form beside the list.
  const shown = chosen ?? (asked === "" && templates.length > 0 ? templates[0] : undefined);

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
          templates={templates.map(({ id, title, template, image }) => ({
            id,
            title,
            words: template,
            hasPicture: Boolean(image),
          }))}
          none={texts.none}
          isLoading={isPending}
          chosen={asked === newOne ? undefined : shown?.id}
          onOpen={(id) => void open(String(id))}
          onCreate={canChange ? () => void open(newOne) : undefined}
        />
        {!isPending && (
          <div className={classes.form}>
            {!canChange && (
              <p className={classes.locked}>
                <IconLock size={16} aria-hidden /> {templateFormTexts.viewOnly}
              </p>
            )}
            {shown && asked !== newOne ? (
              <EditTemplate
                key={`${shown.id} ${opening}`}
                template={shown}
                onBack={() => void open("")}
                onDeleted={() => show("")}
              />
            ) : (
              canChange && (
                <NewTemplate key={`new ${opening}`} onBack={() => void open("")} onSaved={(id) => show(String(id))} />
              )
            )}
          </div>
        )}
      </div>
    </Screen>
  );
}
