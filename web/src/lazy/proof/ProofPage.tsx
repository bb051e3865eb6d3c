import { type DragEvent, useState } from 'react';
import { useTexts, useTitle } from '../../app/language.tsx';
import { Problem } from '../../app/Problem.tsx';
import { Checked } from './Checked.tsx';
import { PROOF } from './texts.ts';
import { type Source, useProof } from './useProof.ts';
import './proof.css';

/** `?match=ID`, or a file that the person chooses or drops. */
export function ProofPage() {
  const { title, intro, choose } = useTexts(PROOF);
  useTitle(title);
  const [file, setFile] = useState<File>();
  const source = file ?? new URLSearchParams(location.search).get('match');
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setFile(event.dataTransfer.files[0] ?? file);
  };
  return (
    <main className="proof" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <h1>{title}</h1>
      <p>{intro}</p>
      {source !== null && source !== '' && <Proving key={keyOf(source)} source={source} />}
      <label className="chooser">
        {choose}
        <input type="file" onChange={({ currentTarget }) => setFile(currentTarget.files?.[0] ?? file)} />
      </label>
    </main>
  );
}

const keyOf = (source: Source): string =>
  typeof source === 'string' ? source : `${source.name} ${source.size} ${source.lastModified}`;

function Proving({ source }: { readonly source: Source }) {
  const { checking } = useTexts(PROOF);
  const { value: proved, error, again } = useProof(source);
  if (error !== undefined) return <Problem error={error} retry={again} />;
  if (proved === undefined)
    return (
      <p role="status" className="wait">
        {checking}
      </p>
    );
  return <Checked proved={proved} />;
}
