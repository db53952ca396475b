import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import type { SeededDealership } from "./staff.ts";

/** What the dealership texts again and again, as its people wrote it. */
export const sampleTemplates = {
  offers: {
    title: "Offers of the week",
    template:
      "Hi %first_name|there%, %company_name% here. This week: free trade-in appraisals and $20 off any service. Thinking about your next car? Just text us back.",
  },
  service: {
    title: "Service reminder",
    template:
      "Hi %first_name|there%, your car is due for service at %company_name%. Text us a day that works for you and we'll book it.",
  },
  lease: {
    title: "Lease ending soon",
    template:
      "Hi %first_name|there%, your lease ends this year. Buy it, trade it or hand it back: text us and we'll go over the numbers with you.",
  },
  arrivals: {
    title: "New arrivals",
    template:
      "Hi %first_name|there%, new cars came in at %company_name% this week. Tell us what you're looking for and we'll text you photos and prices.",
  },
  visit: {
    title: "Thanks for your visit",
    template:
      "Hi %first_name|there%, thanks for visiting %company_name%. Still deciding? Text us your questions, or a time for another drive.",
  },
} as const;

type TemplateName = keyof typeof sampleTemplates;
export type TemplateIds = ReadonlyMap<TemplateName, number>;

/** Adds each location's templates. @returns the ids of each location's, in the order of the locations. */
export async function addTextTemplates(
  { db }: UnitOfWork,
  { dealer_id, locations }: SeededDealership,
  now: Date,
): Promise<TemplateIds[]> {
  const names = Object.keys(sampleTemplates) as TemplateName[];
  const ids: TemplateIds[] = [];
  for (const { location_id, writers } of locations) {
    const created_by = writers[0]?.user_id ?? 0;
    const rows = names.map((name, index) => {
      const created_at = new Date(now.getTime() - (60 - 9 * index) * 24 * 3_600_000);
      return { dealer_id, location_id, ...sampleTemplates[name], created_by, created_at, updated_at: created_at };
    });
    const added = await db.insertInto("text_templates").values(rows).returning(["id", "title"]).execute();
    const idOf = new Map(added.map(({ id, title }) => [title, id]));
    ids.push(new Map(names.map((name) => [name, idOf.get(sampleTemplates[name].title) ?? 0])));
  }
  return ids;
}
