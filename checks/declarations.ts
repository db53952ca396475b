import { parseAst } from "vite";
import type { Source } from "./sources.ts";

/** A name that a file declares. `member`: of a type, a class or an object. */
export interface Declaration {
  readonly name: string;
  readonly kind: "type" | "value" | "member";
}

type Node = Readonly<Record<string, unknown>>;

const types = /^(TSInterfaceDeclaration|TSTypeAliasDeclaration|TSEnumDeclaration|ClassDeclaration|ClassExpression)$/;
const functions = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression|TSFunctionType|TSMethodSignature)$/;
const members = /^(TSPropertySignature|TSMethodSignature|PropertyDefinition|MethodDefinition|TSEnumMember|Property)$/;

/** Every name that a file of code declares, except those that extend a module declared elsewhere. */
export function declarationsOf({ path, text }: Source): Declaration[] {
  const found: Declaration[] = [];
  const program: unknown = parseAst(text, { lang: path.endsWith(".tsx") ? "tsx" : path.endsWith(".ts") ? "ts" : "js" });
  visit(program, found);
  return found;
}

function visit(value: unknown, found: Declaration[]): void {
  if (Array.isArray(value)) for (const one of value) visit(one, found);
  if (!isNode(value) || value.type === "TSModuleDeclaration") return;
  const type = String(value.type);
  const isPattern = type === "ObjectPattern";
  if (types.test(type)) found.push(...named(value.id, "type"));
  if (functions.test(type)) found.push(...named(value.id, "value"), ...boundNames(value.params));
  if (type === "VariableDeclarator") found.push(...boundNames(value.id));
  if (type === "CatchClause") found.push(...boundNames(value.param));
  if (type === "ImportSpecifier" && nameOf(value.imported) !== nameOf(value.local))
    found.push(...named(value.local, "value"));
  if (members.test(type) && !value.computed) found.push(...named(value.key ?? value.id, "member"));
  for (const child of Object.values(value)) {
    // A pattern's keys are declared where the destructured object is.
    if (isPattern && child === value.properties) visit(valuesOf(child), found);
    else visit(child, found);
  }
}

/** The names that a parameter or a variable binds, also inside patterns. */
function boundNames(target: unknown): Declaration[] {
  if (Array.isArray(target)) return target.flatMap(boundNames);
  if (!isNode(target)) return [];
  if (target.type === "Identifier") return named(target, "value");
  return [target.left, target.argument, target.elements, target.parameter, valuesOf(target.properties)].flatMap(
    boundNames,
  );
}

const valuesOf = (properties: unknown) =>
  Array.isArray(properties) ? properties.map((property: Node) => property.value ?? property) : [];

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;
const nameOf = (identifier: unknown) =>
  isNode(identifier) && identifier.type === "Identifier" ? String(identifier.name) : undefined;

function named(identifier: unknown, kind: Declaration["kind"]): Declaration[] {
  const name = nameOf(identifier);
  return name === undefined ? [] : [{ name, kind }];
}
