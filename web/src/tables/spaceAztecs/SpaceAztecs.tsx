import { useTexts } from '../../app/language.tsx';
import { useRoving } from '../useRoving.ts';
import { type AztecsProps, citiesFrom } from './aztecsView.ts';
import { CityCards } from './CityCards.tsx';
import { Dial } from './Dial.tsx';
import { AZTECS_TEXTS } from './texts.ts';
import './spaceAztecs.css';

/** The piles around the sundial, and the cities, the viewer's own first. Each of these is one stop of the tab key. */
export function SpaceAztecs(props: AztecsProps) {
  const texts = useTexts(AZTECS_TEXTS);
  const cities = useRoving<HTMLElement>();
  return (
    <div className={`aztecs seats${props.view.cities.length}`}>
      <Dial {...props} />
      <section className="cities" ref={cities} aria-label={texts.cities}>
        {citiesFrom(props.view, props.seat).map((city) => (
          <CityCards key={city} {...props} city={city} />
        ))}
      </section>
    </div>
  );
}
