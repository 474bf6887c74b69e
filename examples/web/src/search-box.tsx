// The search box on top: tells while one types what a text names, for the eye, the keyboard and the ear.
import { useQuery } from '@apollo/client/react';
import { useCombobox } from 'downshift';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { pathTo } from './paths.js';
import { type Hit, hitOf, searchQuery } from './search.js';

/** Milliseconds after the last letter until the server is asked. */
const patience = 200;

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(setSettled, patience, text);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** The key "/" leads to the box, unless one is writing. */
function useSlash(box: React.RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.target instanceof HTMLInputElement) return;
      event.preventDefault();
      box.current?.focus();
    };
    addEventListener('keydown', focus);
    return () => removeEventListener('keydown', focus);
  }, [box]);
}

export function SearchBox({ text: initial }: { text: string }) {
  const navigate = useNavigate();
  const box = useRef<HTMLInputElement>(null);
  useSlash(box);
  const [text, setText] = useState(initial);
  const wanted = useSettled(text.trim());
  const { data, previousData } = useQuery(searchQuery, {
    variables: { text: wanted },
    skip: wanted === '',
  });
  const found = wanted === '' ? [] : ((data ?? previousData)?.search ?? []);
  const items = text.trim() === '' ? [] : found.map(hitOf);
  const { isOpen, highlightedIndex, getLabelProps, getInputProps, getMenuProps, getItemProps } =
    useCombobox<Hit>({
      items,
      inputValue: text,
      itemToString: () => text,
      itemToKey: (hit) => hit?.key,
      onInputValueChange: ({ inputValue, type }) => {
        if (type !== useCombobox.stateChangeTypes.InputChange) setText(inputValue);
      },
      onSelectedItemChange: ({ selectedItem }) => selectedItem && navigate(selectedItem.path),
    });
  const isShown = isOpen && items.length > 0;
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const all = text.trim();
          if (all) navigate(pathTo('search', all));
        }}
      >
        {/* biome-ignore lint/a11y/noLabelWithoutControl: the box is given its id */}
        <label className="hidden" {...getLabelProps()}>
          Search the ledger
        </label>
        <input
          {...getInputProps({
            ref: box,
            // At once: told a little later, the box would lose letters of who types fast.
            onChange: ({ currentTarget }) => setText(currentTarget.value),
            // Without a choice Enter is for the form: it shows all that is found.
            onKeyDown: (event) => {
              if (event.key !== 'Enter' || (isShown && highlightedIndex >= 0)) return;
              Object.assign(event.nativeEvent, { preventDownshiftDefault: true });
            },
          })}
          type="search"
          placeholder="Name, id, address, number or hash"
          autoComplete="off"
          spellCheck={false}
        />
        <button type="submit">Search</button>
        <ul {...getMenuProps({ 'aria-label': 'Found' })} className={isShown ? 'hits' : 'hidden'}>
          {isShown &&
            items.map((item, index) => (
              <li
                key={item.key}
                {...getItemProps({ item, index })}
                className={index === highlightedIndex ? 'chosen' : undefined}
              >
                <span className="kind">{item.kind}</span> <b>{item.name}</b>{' '}
                <span className="faint">{item.more}</span>
              </li>
            ))}
        </ul>
      </form>
    </search>
  );
}
