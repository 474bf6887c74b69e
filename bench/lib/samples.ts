// Samples of a server's stacks, told apart by whose code ran: our rooms, packages, Node, the kernel, the collector.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** A frame of a stack, the innermost first: what it is called, and which file or kernel it is of. */
type Frame = readonly [name: string, origin: string];

const line = /^\s+[0-9a-f]+\s+(.*?)\s+\(([^)]*)\)$/;

/** Stacks of what `perf record` has written, each with the number of its thread. */
async function* stacksIn(file: string): AsyncGenerator<readonly [number, readonly Frame[]]> {
  const words = ['script', '-i', file, '-F', 'comm,tid,ip,sym,dso'];
  const { stdout } = spawn('perf', words, { stdio: ['ignore', 'pipe', 'ignore'] });
  let thread = 0;
  let frames: Frame[] = [];
  for await (const text of createInterface({ input: stdout })) {
    const [, name, origin] = line.exec(text) ?? [];
    if (name !== undefined) frames.push([name, origin as string]);
    else if (text.trim() !== '') thread = Number(/(\d+)\s*$/.exec(text)?.[1]);
    else if (frames.length > 0) {
      yield [thread, frames];
      frames = [];
    }
  }
}

/** Modules of a bundle by line: esbuild writes a comment before each. */
const bundles = new Map<string, readonly string[]>();

function moduleAt(file: string, line: number): string {
  let modules = bundles.get(file);
  if (!modules) {
    let module = '';
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
    modules = lines.map((text) => {
      module = /^\/\/ ((?:\S+\/)?(?:src|node_modules)\/\S+)$/.exec(text)?.[1] ?? module;
      return module;
    });
    bundles.set(file, modules);
  }
  return modules[line - 1] ?? '';
}

/** Whose code a JavaScript function is, by how V8 names it for perf: `JS:*name file:line:column`. */
function ownerOf(name: string): string {
  const [, file = '', line = ''] = /(\S+):(\d+):\d+$/.exec(name) ?? [];
  if (file.startsWith('node:')) return 'node';
  const path = file.replace(/^file:\/\//, '');
  const module =
    path.includes('/dist/') && !path.includes('/node_modules/')
      ? moduleAt(path, Number(line))
      : path;
  const [, owner] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(module) ?? [];
  if (owner) return owner;
  const [, room] = /^src\/(.+)\/[^/]+$/.exec(module) ?? [];
  return room ? `src/${room}` : module.startsWith('src/') ? 'src' : 'made while it runs';
}

const isCollecting = ([name]: Frame) => /Heap::(Collect|Perform)|Scavenger|MarkCompact/.test(name);
const isWaking = ([name]: Frame) => /sock_def_readable|try_to_wake_up|futex_wake/.test(name);

function groupOf(isMain: boolean, frames: readonly Frame[]): string {
  const [, origin] = frames[0] as Frame;
  if (frames.some(isCollecting))
    return isMain ? 'memory collected' : 'memory collected, other threads';
  if (!isMain) return 'other threads';
  if (origin.includes('kernel'))
    return frames.some(isWaking) ? 'kernel, waking who sleeps' : 'kernel';
  const [script] = frames.find(([name]) => name.startsWith('JS:')) ?? [];
  return script === undefined ? 'node, without a script' : ownerOf(script);
}

/** Shares of all samples by whose code ran; `main` is the thread that runs scripts. */
export async function sharesIn(file: string, main: number): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  let all = 0;
  for await (const [thread, frames] of stacksIn(file)) {
    const group = groupOf(thread === main, frames);
    counts.set(group, (counts.get(group) ?? 0) + 1);
    all += 1;
  }
  return new Map([...counts].map(([group, count]) => [group, count / all]));
}
