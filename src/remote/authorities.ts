// Certificates that https to a mirror node is trusted by, as their file has them: it is replaced when they are about to end.
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

export interface Authorities {
  /** One text of all (PEM), in a list that stays the same: each new connection takes what is in it. */
  readonly certificates: readonly string[];
  /** Reads the file no more. */
  close(): void;
}

/** Milliseconds from one look at the file to the next. */
const usual = 60_000;

/** @throws what makes the file useless: it can not be read, or has no certificate */
export function openAuthorities(file: string, interval = usual): Authorities {
  const certificates = [known(readFileSync(file, 'utf8'))];
  const looking = setInterval(async () => {
    try {
      certificates[0] = known(await readFile(file, 'utf8'));
    } catch {
      // It is being replaced, or was replaced by something else: what was there goes on.
    }
  }, interval).unref();
  return { certificates, close: () => clearInterval(looking) };
}

/** The text itself: of what is no certificate TLS says nothing, and trusts nobody. */
function known(text: string): string {
  try {
    new X509Certificate(text);
  } catch (cause) {
    throw new Error('it has no certificate (PEM)', { cause });
  }
  return text;
}
