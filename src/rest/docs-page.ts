// The documentation page: one HTML document out of the OpenAPI document, with nothing to load.

import { pageAssets } from '../pages/assets.js';
import { type Html, html, htmlPage, phrases, prose } from '../pages/html.js';
import { choices, commonTypes, fieldTable } from './docs-fields.js';
import { bodyOf, type OpenApiDocument, type Operation } from './openapi.js';
import type { ParameterObject } from './openapi-parameters.js';
import type { Schema } from './openapi-schemas.js';

const { style, script, policy } = pageAssets('docs');

/** Content security policy of the page: its own script and style, and requests to its service. */
export { policy as pagePolicy };

/** The page; `formats` are links to the document in other formats, by their name. */
export function docsPage(
  document: OpenApiDocument,
  formats: Readonly<Record<string, string>>,
): string {
  const { info, paths, tags, components } = document;
  const operations = Object.entries(paths).flatMap(([path, { get, post }]) => [
    ...(get ? [{ path, method: 'GET', operation: get }] : []),
    ...(post ? [{ path, method: 'POST', operation: post }] : []),
  ]);
  const areas = tags.map((tag) => ({
    ...tag,
    operations: operations.filter(({ operation }) => operation.tags.includes(tag.name)),
  }));
  const links = Object.entries(formats).map(([name, url]) => html`<a href="${url}">${name}</a> `);
  const body = html`<nav aria-label="Operations">
<a class="home" href="#top">${info.title}</a>
${areas.map(
  (area) =>
    html`<h2>${area.name}</h2><ul>${area.operations.map(
      ({ path, operation }) =>
        html`<li><a href="#${operation.operationId}">${inLines(path.replace('/api/v1', ''))}</a></li>`,
    )}</ul>`,
)}
<h2>all</h2><ul><li><a href="#errors">Errors</a></li><li><a href="#types">Types</a></li></ul>
</nav>
<main id="top">
<h1>${info.title} <small>${info.version}</small></h1>
${prose(info.description)}
<p>This description for programs, in OpenAPI ${document.openapi}: ${links}</p>
${areas.map(
  (area) => html`<h2>${area.name}</h2><p class="faint">${area.description}</p>
${area.operations.map((one) => section(document, one))}`,
)}
<h2 id="errors">Errors</h2>
<p>An answer with a status of 400 or more has this body. Every mistake of a request has a message.</p>
${fieldTable(components.schemas['Error'] as Schema, components.schemas)}
<h2 id="types">Types</h2>
${commonTypes(components.schemas)}
</main>
<script>${script}</script>`;
  return htmlPage(info.title, style, body);
}

/** A path that goes on in another line at a slash. */
const inLines = (path: string): Html[] => path.split(/(?=\/)/).map((part) => html`<wbr>${part}`);

interface Documented {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

function section(document: OpenApiDocument, { path, method, operation }: Documented): Html {
  const { operationId, description, parameters, requestBody, responses } = operation;
  const { schemas } = document.components;
  const answers = Object.keys(responses).filter((status) => status !== 'default');
  const body = bodyOf(document, operation, 200) as string;
  return html`<section id="${operationId}">
<h3><a href="#${operationId}"><b>${method}</b> <code>${path}</code></a></h3>
<p>${phrases(description)} <span class="faint">${operationId}</span></p>
${requestBody ? bodyTable(document, requestBody) : tryForm(path, parameters)}
<details><summary>Answer <code>200</code> ${body}</summary>
${fieldTable(schemas[body] as Schema, schemas)}</details>
<p class="faint">Other answers: ${answers.slice(1).join(', ')}, as told under <a href="#errors">errors</a>.</p>
</section>`;
}

const tryForm = (
  path: string,
  parameters: readonly ParameterObject[],
) => html`<form data-path="${path}">
${parameters.length > 0 && parameterTable(parameters)}
<p class="send"><button>Send</button> <code class="url">${path}</code></p>
<div class="answer" hidden><p class="status" role="status"></p><pre tabindex="0"></pre></div>
</form>`;

/** What is sent; the page itself sends nothing but questions. */
function bodyTable(
  { components: { schemas } }: OpenApiDocument,
  { content }: NonNullable<Operation['requestBody']>,
): Html {
  const name = content['application/json'].schema.$ref?.split('/').at(-1) as string;
  return html`<details><summary>Body ${name}</summary>
${fieldTable(schemas[name] as Schema, schemas)}</details>`;
}

const parameterTable = (
  parameters: readonly ParameterObject[],
) => html`<div class="wide" tabindex="0">
<table class="parameters">
<thead><tr><th>Parameter</th><th>Takes</th><th>Operators</th><th>Default</th><th>Try</th></tr></thead>
<tbody>${parameters.map(parameterRow)}</tbody></table></div>`;

function parameterRow(parameter: ParameterObject): Html {
  const { name, description, schema, required, 'x-operators': operators = [] } = parameter;
  const value = schema.items ?? schema;
  const words = (value.enum ?? []).filter((word) => word !== null);
  const more =
    schema.items && html`<button type="button" class="more" title="One more value">+</button>`;
  return html`<tr>
<th><code>${required ? `{${name}}` : name}</code></th>
<td>${phrases(description)}<br><span class="faint">Takes ${value.description}.</span>${choices(words)}</td>
<td>${operators.map((operator) => html`<code>${operator}</code> `)}</td>
<td>${value.default !== undefined && html`<code>${String(value.default)}</code>`}</td>
<td class="try">${control(parameter, value, words)}${more}</td>
</tr>`;
}

function control(
  { name, required, example }: ParameterObject,
  value: Schema,
  words: string[],
): Html {
  const label = `Value of ${name}`;
  const options = value.type === 'boolean' ? ['true', 'false'] : words;
  if (options.length > 0 && !required) {
    return html`<select name="${name}" aria-label="${label}"><option></option>${options.map(
      (word) => html`<option>${word}</option>`,
    )}</select>`;
  }
  return html`<input name="${name}" aria-label="${label}" value="${example ?? ''}"
autocomplete="off" spellcheck="false"${required && html` required data-key`}>`;
}
