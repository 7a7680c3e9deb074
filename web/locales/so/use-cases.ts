import type { useCases as english } from '../en/use-cases.ts';

export const useCases: typeof english = {
  page: {
    title: "Meelaha looga faa'iidaysto – Somali Speech AI",
    description:
      'Sida hadalka Soomaaliga oo qoraal noqdaa uu u caawiyo waxbarashada, warbaahinta, dadka naafada ah, cilmi-baarista iyo ganacsiga.',
  },
  heading: 'Cidda isticmaasha iyo waxa ay u isticmaasho',
  lead: 'Shan meelood oo hadalka Soomaaliga hore loogu duubo, iyo waxa isbeddela marka uu qoraal noqdo.',
  applications: 'Siyaabaha loo isticmaalo',
  benefits: "Faa'iidooyinka",
  categories: [
    {
      id: 'education',
      title: 'Waxbarasho',
      intro: 'Casharka afka ayaa laga bixiyaa, muraajacadana qoraal ayaa laga akhriyaa.',
      applications: [
        'Casharrada la duubay ka dhig qoraal ay ardaydu mar kale akhriyaan',
        'Sheekooyinka iyo gabayada afka laga tebiyo ka dhig buugaag Soomaali lagu akhriyo',
        'Qofka Soomaali ama Ingiriisi baranayaa ha isbarbardhigo codka, higgaadda iyo macnaha',
      ],
      benefits: [
        'Ardayga casharka ka maqnaa weli wuu la socon karaa',
        'Macallinku gacan wax yar buu ku qoraa',
        'Qoraallada afka hooyo way bataan',
      ],
    },
    {
      id: 'media',
      title: 'Warbaahin',
      intro: 'Wararka Soomaaliga intooda badan idaacadda iyo muuqaallada ayaa laga dhegaystaa.',
      applications: [
        'Wareysiyada u qor maqaal iyo hadal la soo xigto',
        'Muuqaallada ugu samee qoraal-hoosaad Soomaali iyo Ingiriisi ah',
        'Barnaamijyadii hore ka dhig kuwo qoraal ahaan looga raadin karo',
      ],
      benefits: [
        'Wareysigu daqiiqado gudahood ayuu qoraal ku noqdaa',
        'Hadalka la soo xigto waa la hubin karaa',
        'Akhristayaal ka baxsan gobolka',
      ],
    },
    {
      id: 'accessibility',
      title: 'U fududaynta dadka naafada ah iyo adeegyada hadal-qorista',
      intro: 'Dadka qaarkii si fudud wax uma maqlaan, uma qoraan, umana akhriyaan.',
      applications: [
        'Hadalka Soomaaliga qoraal ahaan u tus dadka aan wax maqlin ama maqalkoodu daciif yahay',
        'Qofka aan wax qori karin warqadaha iyo farriimaha ha yeeriyo',
        'Hadal-qorayaasha iyo turjubaannada u diyaari qabyo-qoraal',
      ],
      benefits: [
        'Macluumaadku dad badan ayuu gaaraa',
        'Dadka naafada ah waxaa laga yareeyaa wax-qoridda',
        'Qoraalka lacag yar ayaa ku baxda',
      ],
    },
    {
      id: 'research',
      title: 'Cilmi-baaris',
      intro: 'Jawaabuhu wareysiyada ayay ku jiraan, falanqayntuse qoraal bay u baahan tahay.',
      applications: [
        'Wareysiyada iyo kooxaha doodda qoraal ka dhig',
        'Xogta goobta laga soo ururiyey u turjum saaxiibbada aan Soomaaliga akhrin',
        'Lahjadaha iyo taariikhda afka laga tebiyo kaydi',
      ],
      benefits: [
        'Waqti badan oo falanqayn loo helo',
        'Heerka kalsoonida ayaa tilmaamaya meesha mar kale la dhegaysanayo',
        'Codka Soomaalida oo ku jira cilmiga la daabaco',
      ],
    },
    {
      id: 'business',
      title: 'Ganacsi',
      intro: 'Dalabka, cabashada iyo heshiisku badanaa cod ahaan ayay ku yimaadaan.',
      applications: [
        'Codadka macaamiisha akhri intii aad mid mid u dhegaysan lahayd',
        'Shirarka Af-Soomaaliga lagu qabto hadal-qorkooda samee',
        'Shuraakada Ingiriisiga ku hadla isla maalintaas u jawaab',
      ],
      benefits: ['Macmiilka jawaab degdeg ah', 'Waxa la yiri oo qoran', 'Hal koox oo laba luqadood ku shaqaysa'],
    },
  ],
  tryFree: 'Bilaash ku tijaabi',
  closing: {
    heading: 'Ku tijaabi cod aad adigu duubtay',
    body: 'Saddex isku day oo bilaash ah ayaa kugu filan inaad ogaato in ay shaqadaada anfacayso iyo in kale.',
    demo: 'Hadda tijaabi',
    more: 'Wax badan ka ogow',
    moreAbout: 'Somali Speech AI',
  },
};
