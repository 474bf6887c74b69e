// Tables of the members of an answer, for the documentation page.

import { type Html, html, phrases } from '../pages/html.js';
import type { Schema } from './openapi-schemas.js';

type Schemas = Readonly<Record<string, Schema>>;

const nameOf = ({ $ref }: Schema) => $ref?.split('/').at(-1);

// Told once at the end of the page; all other components are shown where they occur.
const told = new Set(['EntityId', 'Timestamp', 'TimestampNullable', 'Key']);

/** A table with a line for each member of a schema, its members below it. */
export function fieldTable(schema: Schema, schemas: Schemas): Html {
  return html`<div class="wide" tabindex="0"><table class="fields">
<thead><tr><th>Member</th><th>Type</th><th>Meaning</th></tr></thead>
<tbody>${rows(schema, schemas, 0)}</tbody></table></div>`;
}

/** The components that tables only name, as a table. */
export function commonTypes(schemas: Schemas): Html {
  const names = [...told].filter((name) => !name.endsWith('Nullable'));
  const lines = names.map((name) => {
    const schema = schemas[name] as Schema;
    return html`<tr id="${name}"><th><code>${name}</code></th><td>${kindOf(schema)}</td>
<td>${meaning(schema)}</td></tr>${rows(schema, schemas, 1)}`;
  });
  return html`<div class="wide" tabindex="0"><table class="fields"><tbody>${lines}</tbody></table></div>`;
}

function rows(schema: Schema, schemas: Schemas, depth: number): Html[] {
  const required = new Set(schema.required);
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const inner = innerOf(member, schemas);
    const line = html`<tr><th class="in-${depth}"><code>${name}</code></th>
<td>${typeOf(member, schemas)}${!required.has(name) && html`<br><i>may be missing</i>`}</td>
<td>${meaning(member.description ? member : { ...inner, ...member })}</td></tr>`;
    return inner ? [line, ...rows(inner, schemas, depth + 1)] : [line];
  });
}

/** The schema whose members are shown below a member: its own, its component's, or its items'. */
function innerOf(member: Schema, schemas: Schemas): Schema | undefined {
  const name = nameOf(member);
  if (name !== undefined) return told.has(name) ? undefined : schemas[name];
  if (member.items) return innerOf(member.items, schemas);
  return member.properties ? member : undefined;
}

function typeOf(member: Schema, schemas: Schemas): Html {
  const name = nameOf(member);
  if (name === undefined) {
    return member.items ? html`list of ${typeOf(member.items, schemas)}` : kindOf(member);
  }
  const { type } = { ...schemas[name], ...member };
  const none = Array.isArray(type) && type.includes('null') && ' or null';
  const shown = name.replace('Nullable', '');
  return told.has(name) ? html`<a href="#${shown}">${shown}</a>${none}` : html`${shown}${none}`;
}

const kindOf = ({ type, format }: Schema) =>
  html`${[type ?? []]
    .flat()
    .join(' or ')
    .replace('integer', format ?? 'integer')}`;

function meaning({ description = '', enum: words = [], pattern, examples }: Schema): Html {
  const example = examples?.[0];
  return html`${phrases(description)}${choices(words.filter((word) => word !== null))}
${example !== undefined && html` <span class="faint">For example <code>${String(example)}</code></span>`}
${pattern !== undefined && html` <code class="faint">${pattern}</code>`}`;
}

/** Words to choose from; many of them folded. */
export function choices(words: readonly string[]): Html | undefined {
  if (words.length === 0) return undefined;
  const all = words.map((word) => html`<code>${word}</code> `);
  return words.length > 6
    ? html`<details><summary>${words.length} words</summary>${all}</details>`
    : html`<br>${all}`;
}
