// Chooses the language of the pages. A plain list: everybody loads it, with the front page.
import { useTranslation } from 'react-i18next';
import { chooseLanguage, currentLanguage, languageNames, languages, type Language } from '../i18n.ts';

export function LanguageChoice({ id, onChoose }: { id?: string; onChoose?: (language: Language) => void }) {
  const { t } = useTranslation();
  return (
    <select
      id={id}
      className="choice"
      aria-label={t('common.language')}
      value={currentLanguage()}
      onChange={({ currentTarget }) => {
        const language = languages.find((known) => known === currentTarget.value) ?? 'en';
        void chooseLanguage(language);
        onChoose?.(language);
      }}
    >
      {languages.map((language) => (
        <option key={language} value={language}>
          {languageNames[language]}
        </option>
      ))}
    </select>
  );
}
