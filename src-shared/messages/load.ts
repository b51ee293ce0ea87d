/** Loads the catalogue of one language, so that nobody loads an unused one. */
import type { Catalogue } from './catalogue.ts';
import type { Language } from './languages.ts';

const loaders: Readonly<Record<Language, () => Promise<Catalogue>>> = {
  en: () => import('./en/index.ts').then(({ en }) => en),
  de: () => import('./de/index.ts').then(({ de }) => de),
};

export const loadCatalogue = (language: Language): Promise<Catalogue> => loaders[language]();

/** Without the messages of the command line, which are a quarter of them. */
const windowLoaders: Readonly<Record<Language, () => Promise<Partial<Catalogue>>>> = {
  en: () => import('./en/window.ts'),
  de: () => import('./de/window.ts'),
};

export const loadWindowCatalogue = (language: Language): Promise<Partial<Catalogue>> =>
  windowLoaders[language]();
