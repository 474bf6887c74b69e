// Setup keys about the ledger's files.
import { id, into, type Loader, plain, type Recipe } from './rows.js';
import { bytes } from './values.js';

/** Files whose text is hex where the case names them by a number; of any other it is the content. */
const inHex: readonly unknown[] = [111, 112];

const fileData: Recipe = {
  consensus_timestamp: plain(),
  entity_id: id(),
  transaction_type: plain(17),
};

export const fileLoaders: Readonly<Record<string, Loader>> = {
  filedata: (given, add) => {
    const { file_data: content, entity_id: file } = given;
    const isText = typeof content === 'string' && !inHex.includes(file);
    const data = bytes(isText ? [...Buffer.from(content)] : content);
    into('file_data', fileData)(given, (table, row) => add(table, { ...row, file_data: data }));
  },
};
